/** `migrate` and `demo`: what the operator does to the database as a whole. */
import { DEMONSTRATION_USERS, fillDemonstration } from '../demo';
import { CommandError, readArguments, type Command } from './commands';
import { migrate } from './database/migrate';
import { secretsWith } from './database/secrets';
import { withDatabaseKey } from './encryption-key';

/** `migrate`: the same that every start does, for those who run it as a step of its own. */
export const migrations: Command = {
  name: 'migrate',
  usage: 'migrate',
  leavesSchema: true,
  summary: 'Bring the database to this version; every start does it too',
  prepare(args) {
    readArguments(args, { words: [], flags: {} });
    return async ({ database, print }) => {
      const names = await migrate(database.connection);
      for (const name of names) print(`Ran migration ${name}.`);
      if (names.length === 0) print('The database is up to date.');
    };
  },
};

/** `demo`: the demonstration data on any database, asked for by name. */
export const demo: Command = {
  name: 'demo',
  usage: 'demo',
  summary: 'Fill an empty database with the demonstration companies and users',
  prepare(args) {
    readArguments(args, { words: [], flags: {} });
    return async ({ database, config, print }) => {
      const { encryptionKey } = await withDatabaseKey(database, config);
      if (!(await fillDemonstration(database, secretsWith(encryptionKey)))) {
        throw new CommandError(
          'The database holds users or companies: the demonstration data goes into an empty one only.',
        );
      }
      print(
        `Added the demonstration data and the users ${DEMONSTRATION_USERS.map(({ username }) => username).join(', ')}.`,
      );
    };
  },
};
