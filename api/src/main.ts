/** The operator's command line: `serve`, `migrate`, `demo`, and what keeps users and companies. */
import { auditCommand } from './audit.commands';
import { backupCommands } from './backup.commands';
import { companyCommands } from './company/companies.commands';
import { connectionCommands } from './connections/connection.commands';
import { readConfig } from './start/config';
import { demo, migrations } from './database.commands';
import { CommandError, UsageError, type Command } from './commands';
import { COMMAND_LIMITS, openDatabase } from './database/connection';
import { FAILURES, failureOf, isDatabaseAway } from './database/failures';
import { jobCommands } from './jobs/jobs.commands';
import { rotateKeys } from './keys.commands';
import { operatorCommand } from './start/operator-command';
import { StartError } from './start/start-error';
import { serve, SERVE } from './serve';
import { userCommands } from './session/users.commands';
import { tagCommands } from './tags/tags.commands';
import { upgrade } from './upgrade';

const commands: Command[] = [
  migrations,
  demo,
  rotateKeys,
  ...userCommands,
  ...companyCommands,
  ...tagCommands,
  auditCommand,
  ...backupCommands,
  ...jobCommands,
  ...connectionCommands,
];
const described = [SERVE, ...commands];
const print = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

const usage = (listed: Pick<Command, 'usage' | 'summary'>[]): string =>
  ['Usage:', ...listed.flatMap(({ usage, summary }) => [`  ${operatorCommand()} ${usage}`, `      ${summary}`])].join(
    '\n',
  );

/** The commands whose name begins with the words given: what `--help` and a mistake are about. */
const about = (words: string[]): Pick<Command, 'name' | 'usage' | 'summary'>[] => {
  for (let count = words.length; count > 0; count -= 1) {
    const begin = words.slice(0, count).join(' ');
    const matching = described.filter(({ name }) => name === begin || name.startsWith(`${begin} `));
    if (matching.length > 0) return matching;
  }
  return described;
};

const findCommand = (args: string[]): { command: Command; rest: string[] } => {
  for (const command of commands) {
    const words = command.name.split(' ');
    if (words.every((word, index) => args[index] === word)) return { command, rest: args.slice(words.length) };
  }
  throw new UsageError(args.length === 0 ? 'Say what to do.' : `There is no command '${args.join(' ')}'.`);
};

const run = async (args: string[]): Promise<void> => {
  if (args.includes('--help') || args.includes('-h')) return print(usage(about(args)));
  if (args[0] === SERVE.name) return serve(args.slice(1), process.env, print);
  const { command, rest } = findCommand(args);
  const act = command.prepare(rest);
  const config = readConfig(process.env);
  const database = await openDatabase(config, { limits: COMMAND_LIMITS });
  try {
    if (!command.leavesSchema) await upgrade(database, config, complain);
    await act({ database, config, print });
  } finally {
    await database.close();
  }
};

// Who reads the first lines only (`… | head`) closes the pipe: there is no reader left to print for.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

const args = process.argv.slice(2);
run(args).then(
  () => process.exit(),
  (error: unknown) => {
    if (error instanceof CommandError || error instanceof StartError) complain(error.message);
    else if (isDatabaseAway(error)) complain('The database went away: try again once it answers.');
    else if (failureOf(error)) complain(FAILURES[failureOf(error) ?? 'away'].message);
    else complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
    if (error instanceof UsageError) complain(usage(about(args)));
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
