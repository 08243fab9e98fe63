// A PostgreSQL server of a test run's own, from the programs of a folder such as Debian's /usr/lib/postgresql/15/bin.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where Debian puts the programs of the oldest PostgreSQL that the console promises to work with. */
export const POSTGRES_15 = '/usr/lib/postgresql/15/bin';

/** Whether the programs of a server lie in `bin`. */
export const hasPostgres = (bin) => existsSync(path.join(bin, 'postgres')) && existsSync(path.join(bin, 'initdb'));

/**
 * Starts a server over TCP on this machine alone, its user `console` asked for the password; resolves with its
 * address (without the password) once it takes connections. `stop()` ends it and removes its data.
 */
export async function startPostgres(bin, password) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-postgres-'));
  const account = accountOf(folder);
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const owned of [data, passwordFile]) if (account.uid !== undefined) chownSync(owned, account.uid, account.gid);

  const init = ['-D', data, '-U', 'console', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  execFileSync(path.join(bin, 'initdb'), [...init, '-E', 'UTF8', '--locale=C.UTF-8'], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const port = await freePort();
  // Nobody needs the data of a test after a power cut.
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];
  const postgres = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data];
  const server = spawn(
    'sh',
    ['-c', KEEP, 'keep', path.join(bin, 'postgres'), ...postgres, ...settings.flatMap((one) => ['-c', one])],
    { ...account, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] },
  );
  await saysReady(server);
  return {
    url: `postgres://console@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = once(server, 'close');
      server.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// The pipe closes however this process ends, and the server is then told to stop.
const KEEP = `
exec 3<&0
"$@" 3<&- </dev/null & server=$!
(while read -r line <&3; do :; done; kill -INT "$server") >/dev/null 2>&1 & keeper=$!
exec 3<&-
wait "$server"; code=$?
kill "$keeper" 2>/dev/null
exit "$code"`;

/** A port of this machine that nobody listens on. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

// PostgreSQL refuses to run as root.
function accountOf(folder) {
  if (process.getuid() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['postgres', 'nobody'].flatMap((name) => users.find((user) => user.startsWith(`${name}:`)) ?? [])[0];
  const [, , uid, gid] = line.split(':').map(Number);
  chownSync(folder, uid, gid);
  return { uid, gid };
}

function saysReady(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (text) => {
      said += text;
      if (said.includes('ready to accept connections')) resolve();
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('close', () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
  });
}
