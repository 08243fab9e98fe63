// A PostgreSQL server of a test run's own, from the programs of a folder such as Debian's /usr/lib/postgresql/15/bin.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where Debian puts the programs of the oldest PostgreSQL that the console promises to work with. */
export const POSTGRES_15 = '/usr/lib/postgresql/15/bin';

/** Whether the programs of a server lie in `bin`. */
export const hasPostgres = (bin) => existsSync(path.join(bin, 'postgres')) && existsSync(path.join(bin, 'initdb'));

/** Linux' folder in memory, where it has room: tests that make hundreds of databases take an eighth less time there. */
const MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;
const hasRoom = ({ bavail, bsize }) => bavail * bsize > ROOM;

// The data of a test need not survive a power cut.
const QUICK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

/**
 * Starts a server over TCP on this machine alone, its user `console` asked for the password; resolves with its
 * address (without the password) once it takes connections. `signal(name)` sends a signal to all of its processes at
 * once, as a machine that fails would; `stop()` ends it and removes its data. With `standbyOf`, another such server's
 * address, it is a standby that streams from there.
 */
export async function startPostgres(bin, password, { settings = QUICK, standbyOf } = {}) {
  const isInMemory = settings === QUICK && existsSync(MEMORY) && hasRoom(statfsSync(MEMORY));
  const folder = mkdtempSync(path.join(isInMemory ? MEMORY : tmpdir(), 'console-postgres-'));
  const account = accountOf(folder);
  const data = path.join(folder, 'data');
  const run = (program, args, env) =>
    execFileSync(path.join(bin, program), args, {
      ...account,
      cwd: '/',
      ...(env && { env: { PATH: process.env.PATH, ...env } }),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  mkdirSync(data, { mode: 0o700 });
  if (account.uid !== undefined) chownSync(data, account.uid, account.gid);
  if (standbyOf) {
    // With the line of recovery settings that make it a standby.
    run('pg_basebackup', ['-D', data, '-d', standbyOf, '-c', 'fast', '-R'], { PGPASSWORD: password });
  } else {
    const passwordFile = path.join(folder, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (account.uid !== undefined) chownSync(passwordFile, account.uid, account.gid);
    const init = ['-D', data, '-U', 'console', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    run('initdb', [...init, '-E', 'UTF8', '--locale=C.UTF-8']);
  }
  const port = await freePort();
  const postgres = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
  const server = spawn(
    'sh',
    ['-c', KEEP, 'keep', path.join(bin, 'postgres'), ...postgres, ...settings.flatMap((one) => ['-c', one])],
    { ...account, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const ended = once(server, 'close');
  await saysReady(server);
  const postmaster = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    url: `postgres://console@127.0.0.1:${port}/postgres`,
    signal: (name) => [postmaster, ...childrenOf(postmaster)].forEach((pid) => send(pid, name)),
    stop: async () => {
      server.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const childrenOf = (parent) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // After the name, which may hold anything: the state and the parent.
        const [, after] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        return Number(after.split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });

const send = (pid, signal) => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
};

// The pipe closes however this process ends, and the server is then told to stop.
const KEEP = `
exec 3<&0
"$@" 3<&- </dev/null & server=$!
(while read -r line <&3; do :; done; kill -INT "$server") >/dev/null 2>&1 & keeper=$!
exec 3<&-
wait "$server"; code=$?
kill "$keeper" 2>/dev/null
exit "$code"`;

/** A free port of this machine. */
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
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('close', () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
  });
}
