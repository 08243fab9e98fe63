/** A process that takes one job and keeps it until it is killed. */
import type { Connection } from '../database/connection';
import { runJobs } from '../jobs/run-jobs';

runJobs(JSON.parse(process.argv[2] ?? '{}') as Connection, {
  tasks: {
    hang: () => {
      process.stdout.write('began\n');
      return new Promise(() => setInterval(() => undefined, 1000));
    },
  },
  report: (line) => void process.stdout.write(`${line}\n`),
});
