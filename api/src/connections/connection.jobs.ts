/** The jobs of connections: planning each minute, and the runs (DECISIONS §13). */
import { COMMAND_LIMITS, openConnection, type Database } from '../database/connection';
import { secretsWith } from '../database/secrets';
import type { Running } from '../jobs/run-jobs';
import type { Config } from '../start/config';
import { planRuns } from './planning';
import { runConnection, type RunParts } from './run-connection';
import { READ_TASK } from './runs.queries';
import { SOURCES } from './sources';

const PLAN_TASK = 'plan connections';

/** The tasks and their times. `more` is for tests: other sources, another clock. */
export function connectionJobs(
  { connection }: Pick<Database, 'connection'>,
  config: Pick<Config, 'encryptionKey' | 'sources'>,
  report: RunParts['report'],
  more: Partial<Pick<RunParts, 'sources' | 'now' | 'pause'>> = {},
): Required<Pick<Running, 'tasks' | 'schedule'>> {
  const parts = {
    secrets: secretsWith(config.encryptionKey),
    sources: SOURCES,
    addresses: config.sources,
    report,
    now: () => new Date(),
    ...more,
  };
  // None of the limits for people's calls, and none of the connections for them.
  const onOwnConnections = async <T>(work: (parts: RunParts) => Promise<T>) => {
    const database = openConnection(connection, { limits: COMMAND_LIMITS });
    try {
      return await work({ ...parts, db: database.db });
    } finally {
      await database.close();
    }
  };
  return {
    schedule: { [PLAN_TASK]: '* * * * *' },
    tasks: {
      [PLAN_TASK]: () => onOwnConnections(planRuns),
      [READ_TASK]: ({ run_id }, signal) => onOwnConnections((all) => runConnection(all, Number(run_id), signal)),
    },
  };
}
