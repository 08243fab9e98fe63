// The API tests of the previous release, its code and its words, on this release's schema: a process of the previous
// release goes on serving while the database is migrated. `node scripts/previous/tests.mjs [jest arguments]`, after
// `node scripts/build.mjs api`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasPostgres, POSTGRES_15, startPostgres } from '../postgres-server.mjs';
import { makePrevious, missingForPrevious } from './release.mjs';

const main = path.join(
  path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url)))),
  'api/dist/src/main.js',
);
const missing = hasPostgres(POSTGRES_15) ? missingForPrevious() : `PostgreSQL 15 in ${POSTGRES_15}`;
if (missing) {
  console.error(`There is no ${missing}.`);
  process.exit(1);
}
const previous = makePrevious();
const server = await startPostgres(POSTGRES_15, 'console');
const url = new URL(server.url);
url.password = 'console';
// After its own set-up, which makes the database that each test's is copied from, this release migrates that one: what
// the tests then work with is what a process of the previous release finds after an upgrade.
writeFileSync(
  path.join(previous.folder, 'migrated.ts'),
  `import { execFileSync } from 'node:child_process';
import setUp from './api/src/testing/start-database';
export default async () => {
  await setUp();
  const { connection, template } = JSON.parse(process.env.CONSOLE_TEST_SERVER ?? '');
  const url = new URL(connection.connectionString);
  url.pathname = template;
  const command = ['--disable-warning=ExperimentalWarning', ${JSON.stringify(main)}, 'migrate'];
  const env = { ...process.env, DATABASE_URL: url.href, KEY_DIR: ${JSON.stringify(previous.folder)} };
  execFileSync(process.execPath, command, { env, stdio: 'inherit' });
};
`,
);
writeFileSync(
  path.join(previous.folder, 'migrated.config.mjs'),
  `import config from './jest.config.mjs';
const api = config.projects.find(({ displayName }) => displayName === 'api');
export default { ...config, projects: [{ ...api, globalSetup: '<rootDir>/migrated.ts' }] };
`,
);
const tests = spawn(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    path.join(previous.folder, 'node_modules/jest/bin/jest.js'),
    '--config=migrated.config.mjs',
    ...process.argv.slice(2),
    // Besides what needs no database or starts its own: what a process judges of the schema when it starts. A newer one
    // is refused there by design, also by `restore`; a process that serves already does not ask again.
    '--testPathIgnorePatterns=/embedded-postgres/|/main\\.test\\.|/start/|/scripts/|/database/(migrate|backup|restore|restore-refused)\\.test\\.|/lost-responses\\.',
  ],
  { cwd: previous.folder, stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: url.href } },
);
const [status] = await once(tests, 'close');
await server.stop();
previous.remove();
process.exit(status ?? 1);
