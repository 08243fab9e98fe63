/** `user …`: how the operator keeps users; there is no self-registration (DECISIONS §2). */
import { GROUPS, type Group } from 'contract/session';
import { operatorCommand } from '../start/operator-command';
import { CommandError, readArguments, type Command, type CommandContext } from '../commands';
import { RequestError } from '../http/errors';
import { askPassword, generatedPassword } from './password-prompt';
import { HASH_COST } from './passwords';
import { resetSecondFactor } from './second-factor.queries';
import {
  addCompany,
  addGroup,
  createUser,
  deleteUser,
  disableUser,
  enableUser,
  listUsers,
  removeCompany,
  removeGroup,
  renameUser,
  setPassword,
  setPasswordSignIn,
  signOutEverywhere,
} from './users.queries';

const groupNamed = (name: string): Group => {
  const group = GROUPS.find((one) => one.toLowerCase() === name.toLowerCase());
  if (!group) throw new CommandError(`There is no group '${name}'. The groups are ${GROUPS.join(', ')}.`);
  return group;
};

const commaSeparated = (list = '') =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** Lets an error of the queries end the command with its message. */
const reportingErrors = (command: Command): Command => ({
  ...command,
  prepare: (args) => {
    const act = command.prepare(args);
    return (context) =>
      act(context).catch((error: unknown) => {
        throw error instanceof RequestError ? new CommandError(error.message) : error;
      });
  },
});

/** A command on one user and one more word. */
const onUser = (
  { name, word, summary }: { name: string; word?: string; summary: string },
  run: (context: CommandContext, username: string, word: string) => Promise<string>,
): Command => ({
  name,
  usage: [name, '<username>', ...(word ? [`<${word}>`] : [])].join(' '),
  summary,
  prepare(args) {
    const { words } = readArguments(args, { words: word ? ['username', word] : ['username'], flags: {} });
    const [username = '', more = ''] = words;
    return async (context) => {
      context.print(await run(context, username, more));
    };
  },
});

const create: Command = {
  name: 'user create',
  usage: 'user create <username> [--email <address>] [--groups <A,B>] [--companies <id or slug,…>] [--generate]',
  summary: 'Add a user; the password is asked for, read from standard input, or generated',
  prepare(args) {
    const flags = { email: 'string', groups: 'string', companies: 'string', generate: 'boolean' } as const;
    const { words, flags: given } = readArguments(args, { words: ['username'], flags });
    const [username = ''] = words;
    const groups = commaSeparated(given.groups).map(groupNamed);
    const companies = commaSeparated(given.companies);
    return async ({ database, config, print }) => {
      const password = given.generate ? generatedPassword() : await askPassword(username);
      const user = { username, email: given.email ?? '', password, groups, companies };
      await createUser(database.db, user, HASH_COST, config.brand);
      print(`Created user '${username}'${groups.length ? ` in ${groups.join(', ')}` : ''}.`);
      if (given.generate) print(`Password: ${password}`);
      if (!groups.length)
        print(`It is in no group yet: ${operatorCommand()} user group add ${username} <${GROUPS.join('|')}>`);
    };
  },
};

const list: Command = {
  name: 'user list',
  usage: 'user list',
  summary: 'Every user with groups and companies',
  prepare(args) {
    readArguments(args, { words: [], flags: {} });
    return async ({ database, print }) => {
      const users = await listUsers(database.db);
      for (const { username, email, disabled, groups, companies } of users)
        print(
          [
            username,
            disabled ? 'disabled' : 'enabled',
            email || '-',
            groups.join(',') || 'no group',
            groups.includes('AaasAdmin') ? 'every company' : companies.join(',') || 'no company',
          ].join('  '),
        );
      if (!users.length) print(`There is no user yet: ${operatorCommand()} user create <username> --groups AaasAdmin`);
    };
  },
};

const password: Command = {
  name: 'user password',
  usage: 'user password <username> [--generate]',
  summary: 'Set a password and end the sessions of the old one',
  prepare(args) {
    const { words, flags } = readArguments(args, { words: ['username'], flags: { generate: 'boolean' } as const });
    const [username = ''] = words;
    return async ({ database, config, print }) => {
      const chosen = flags.generate ? generatedPassword() : await askPassword(username);
      await setPassword(database.db, username, chosen, HASH_COST, config.brand);
      print(`Set the password of '${username}' and ended its sessions.`);
      if (flags.generate) print(`Password: ${chosen}`);
    };
  },
};

/** The commands of the noun `user`. */
export const userCommands: Command[] = [
  create,
  list,
  onUser(
    { name: 'user disable', summary: 'Close sign-in to a user and end its sessions' },
    async ({ database }, username) => {
      await disableUser(database.db, username);
      return `Disabled '${username}' and ended its sessions.`;
    },
  ),
  onUser({ name: 'user enable', summary: 'Open sign-in to a user again' }, async ({ database }, username) => {
    await enableUser(database.db, username);
    return `Enabled '${username}'.`;
  }),
  password,
  onUser(
    { name: 'user group add', word: 'group', summary: `Add a user to one of ${GROUPS.join(', ')}` },
    async ({ database }, username, group) => {
      await addGroup(database.db, username, groupNamed(group));
      return `'${username}' is in ${groupNamed(group)}.`;
    },
  ),
  onUser(
    { name: 'user group remove', word: 'group', summary: 'Take a user out of a group' },
    async ({ database }, username, group) => {
      await removeGroup(database.db, username, groupNamed(group));
      return `'${username}' is not in ${groupNamed(group)}.`;
    },
  ),
  onUser(
    { name: 'user company add', word: 'company', summary: 'Let a user reach a company, by id or slug' },
    async ({ database }, username, company) => {
      await addCompany(database.db, username, company);
      return `'${username}' reaches '${company}'.`;
    },
  ),
  onUser(
    { name: 'user company remove', word: 'company', summary: "Take a company out of a user's reach" },
    async ({ database }, username, company) => {
      await removeCompany(database.db, username, company);
      return `'${username}' does not reach '${company}'.`;
    },
  ),
  onUser(
    { name: 'user rename', word: 'new name', summary: 'Give a user another name; the log keeps the old one' },
    async ({ database }, username, to) => `'${username}' is '${await renameUser(database.db, username, to)}' now.`,
  ),
  onUser(
    {
      name: 'user delete',
      summary: 'Remove a user for good: sessions, rights and chats; what they wrote keeps their name',
    },
    async ({ database }, username) => {
      await deleteUser(database.db, username);
      return `Deleted '${username}'. Records and the audit log keep the name.`;
    },
  ),
  onUser(
    {
      name: 'user reset-second-factor',
      summary: 'Take the second factor from a user who lost it, and end every session; they set one up again',
    },
    async ({ database }, username) => {
      await resetSecondFactor(database.db, username);
      return `'${username}' has no second factor, and is signed out everywhere.`;
    },
  ),
  onUser(
    {
      name: 'user password-sign-in open',
      summary: 'Let a user sign in by password where SIGN_IN=oidc closes that to the others',
    },
    async ({ database }, username) => {
      await setPasswordSignIn(database.db, username, true);
      return `'${username}' signs in by password whatever SIGN_IN says.`;
    },
  ),
  onUser({ name: 'user password-sign-in close', summary: 'Take that back' }, async ({ database }, username) => {
    await setPasswordSignIn(database.db, username, false);
    return `'${username}' signs in as SIGN_IN says.`;
  }),
  onUser({ name: 'user sign-out', summary: 'End every session of a user' }, async ({ database }, username) => {
    const ended = await signOutEverywhere(database.db, username);
    return `Ended ${ended} ${ended === 1 ? 'session' : 'sessions'} of '${username}'.`;
  }),
].map(reportingErrors);
