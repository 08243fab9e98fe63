/** The backup of each day and its proof, where BACKUP_DIR is set (DECISIONS §12): the two commands, run as a job. */
import { backupCommand } from './backup.commands';
import type { CommandContext } from './commands';
import { COMMAND_LIMITS, openConnection } from './database/connection';
import type { Running } from './jobs/run-jobs';

/** When it is due, in UTC: at night where most of the people are. */
const AT_NIGHT = '17 2 * * *';

/** The job `backup` with its time, where a backup has a place; `print` gets the commands' lines. */
export const backupJobs = (
  { connection }: Pick<CommandContext['database'], 'connection'>,
  config: CommandContext['config'],
  print: CommandContext['print'],
): Required<Pick<Running, 'tasks' | 'schedule'>> => ({
  schedule: config.backupDir === null ? {} : { backup: AT_NIGHT },
  tasks: {
    backup: async () => {
      const database = openConnection(connection, { limits: COMMAND_LIMITS });
      try {
        for (const args of [[], ['--prove']]) await backupCommand.prepare(args)({ database, config, print });
      } finally {
        await database.close();
      }
    },
  },
});
