/** `migrate` and `demo`: what the operator does to the database as a whole. */
import { DEMONSTRATION_USERS, fillDemonstration } from '../demo';
import { CommandError, readArguments, UsageError, type Command } from './commands';
import { finishBackgroundSteps, stepStates, type StepState } from './database/background-steps';
import type { Database } from './database/connection';
import { migrationNames, notedMigrations } from './database/migrate';
import { onSingleConnection } from './database/single-connection';
import { secretsWith } from './database/secrets';
import { withDatabaseKey } from './encryption-key';
import { upgrade } from './upgrade';

/** `migrate`: the same that every start does, for those who run it as a step of its own, and how far it is. */
export const migrations: Command = {
  name: 'migrate',
  usage: 'migrate [--background | --status]',
  leavesSchema: true,
  summary:
    'Bring the database to this version; every start does it too. --background ends its background steps too, --status lists all',
  prepare(args) {
    const { flags } = readArguments(args, { words: [], flags: { background: 'boolean', status: 'boolean' } });
    if (flags.background && flags.status) throw new UsageError('--background and --status: give one of them.');
    return async ({ database, config, print }) => {
      if (flags.status) return printStatus(database, print);
      const names = await upgrade(database, config, print);
      for (const name of names) print(`Ran migration ${name}.`);
      if (names.length === 0) print('The database is up to date.');
      if (flags.background) await finishBackgroundSteps(database.connection, { report: byTenths(print) });
      const left = (await stepStates(database.db)).filter(({ state }) => state !== 'done');
      if (left.length)
        print(`The service runs ${left.map(({ name }) => name).join(', ')} in the background; so does --background.`);
    };
  },
};

/** Prints a line for each tenth of a step. */
const byTenths = (print: (line: string) => void) => {
  let last = '';
  return (state: StepState) => {
    const tenth = `${state.name} ${state.state} ${Math.floor(state.progress * 10)}`;
    if (tenth !== last) print(lineOf(state));
    last = tenth;
  };
};

async function printStatus({ db, connection }: Database, print: (line: string) => void): Promise<void> {
  const noted = await onSingleConnection(connection, (single) => notedMigrations(single.db));
  const ran = new Map(noted.map(({ name, timestamp }) => [name, timestamp]));
  const names = [...new Set([...ran.keys(), ...(await migrationNames())])].sort();
  print('Migrations:');
  for (const name of names) print(`  ${name}  ${ran.get(name) ?? 'not run yet'}`);
  print('Background steps:');
  const states = ran.has(BACKGROUND_STEPS_FROM) ? await stepStates(db) : [];
  for (const state of states) print(`  ${lineOf(state)}`);
  if (!states.length) print('  none: the database is older than they are');
}

/** The migration that brings the steps' table. */
const BACKGROUND_STEPS_FROM = '0030_background_steps';

const lineOf = ({ name, state, progress, updated_at, last_error }: StepState): string => {
  const percent = `${Math.floor(progress * 100)} %`;
  return [name, state, ...(state === 'done' ? [] : [percent]), updated_at, last_error].filter(Boolean).join('  ');
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
