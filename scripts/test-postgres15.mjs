// `pnpm test:postgres15 [jest arguments]`: the tests of service and scripts on the oldest PostgreSQL that
// the console promises to work with.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasPostgres, POSTGRES_15, startPostgres } from './postgres-server.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
if (!hasPostgres(POSTGRES_15)) {
  console.error(`There is no PostgreSQL 15 in ${POSTGRES_15}: install it with \`apt-get install postgresql-15\`.`);
  process.exit(1);
}
const server = await startPostgres(POSTGRES_15, 'console');
const url = new URL(server.url);
url.password = 'console';
// Not spawnSync: what the server logs has to be read meanwhile, or it waits for its reader for ever.
const tests = spawn(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    path.join(root, 'node_modules/jest/bin/jest.js'),
    ...process.argv.slice(2),
    '--selectProjects=api',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: url.href } },
);
const [status] = await once(tests, 'close');
await server.stop();
process.exit(status ?? 1);
