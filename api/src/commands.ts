import { parseArgs } from 'node:util';
import type { Config } from './start/config';
import type { Database } from './database/connection';

/** The dependencies of a command: the migrated database, the configuration, and where its lines go. */
export interface CommandContext {
  database: Database;
  config: Config;
  /** Writes one line to standard output. */
  print(line: string): void;
}

/** One command of the operator's command line, such as `user create`. */
export interface Command {
  /** The words that call it, separated by single spaces. */
  name: string;
  /** The line after `console` that shows how to call it, e.g. `user create <username> [--email <address>]`. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  /** True for what works with the database as it is; for every other command it is brought to this version first. */
  leavesSchema?: true;
  /**
   * Reads the words after the name, before anything is opened, and returns what to do with them.
   * Reading throws UsageError (exit code 2); either step may throw CommandError (exit code 1).
   */
  prepare(args: string[]): (context: CommandContext) => Promise<void>;
}

/** An error that one message tells the operator; the process ends with exit code 1 and no stack. */
export class CommandError extends Error {}

/** A command called in a way it does not know: its usage is printed too, exit code 2. */
export class UsageError extends CommandError {}

/** The flags of a command: `boolean` stands alone, `string` takes a value. */
export type Flags = Readonly<Record<string, 'boolean' | 'string'>>;

/** The result of readArguments: the words in order, and the flags that were given. */
export interface Arguments<F extends Flags> {
  words: string[];
  flags: { [K in keyof F]?: F[K] extends 'boolean' ? boolean : string };
}

/**
 * Reads a command's arguments. `--no-x` is a flag of its own name, never a negation by itself.
 * Throws UsageError for a flag that is not in `flags`, a missing or superfluous value, and fewer or
 * more words than `words` names.
 */
export const readArguments = <const F extends Flags>(
  args: string[],
  { words: names, flags }: { words: readonly string[]; flags: F },
): Arguments<F> => {
  const options = Object.fromEntries(Object.entries(flags).map(([name, type]) => [name, { type }]));
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(parsingMistake(error));
  }
  const words = parsed.positionals;
  const missing = names[words.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`);
  if (words.length > names.length) throw new UsageError(`Unexpected argument '${words[names.length]}'.`);
  return { words, flags: { ...parsed.values } as Arguments<F>['flags'] };
};

// Node's own messages are good but go on about `--` and positional arguments.
const parsingMistake = (error: unknown): string =>
  `${(error instanceof Error ? error.message : String(error)).split(/\. |\n/)[0]}`.replace(/\.?$/, '.');
