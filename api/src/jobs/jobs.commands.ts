/** `jobs`: what waits, runs or was given up, for the operator. */
import { CommandError, readArguments, type Command, type CommandContext } from '../commands';
import { operatorCommand } from '../start/operator-command';
import { dropJob, findJobs, retryJob } from './job-queue';

const list: Command = {
  name: 'jobs list',
  usage: 'jobs list',
  summary: 'What waits, runs or was given up in the background, and why',
  prepare(args) {
    readArguments(args, { words: [], flags: {} });
    return async ({ database, print }) => {
      const jobs = await findJobs(database.db);
      if (jobs.length === 0) print('There is no job.');
      for (const { id, task, key, state, attempts, max_attempts, run_at, last_error } of jobs) {
        const words = [id, task, state, `${attempts} of ${max_attempts} tries`, run_at];
        print([...words, ...(key && key !== task ? [key] : []), ...(last_error ? [last_error] : [])].join('  '));
      }
    };
  },
};

/** A command that does something to one job. */
const onOne = (
  verb: 'retry' | 'drop',
  summary: string,
  act: (db: CommandContext['database']['db'], id: string) => Promise<boolean>,
  done: string,
): Command => ({
  name: `jobs ${verb}`,
  usage: `jobs ${verb} <id>`,
  summary,
  prepare(args) {
    const { words } = readArguments(args, { words: ['id'], flags: {} });
    const [id = ''] = words;
    return async ({ database, print }) => {
      if (!/^\d{1,18}$/.test(id) || !(await act(database.db, id)))
        throw new CommandError(
          `There is no job ${id}, or it runs: \`${operatorCommand()} jobs list\` says which there are.`,
        );
      print(`Job ${id} ${done}.`);
    };
  },
});

/** `jobs list`, `jobs retry`, `jobs drop`. */
export const jobCommands: Command[] = [
  list,
  onOne('retry', 'Run a job at once, with all its tries before it', retryJob, 'runs as soon as there is room for it'),
  onOne('drop', 'Remove a job that waits or was given up', dropJob, 'is removed'),
];
