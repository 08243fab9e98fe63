// nginx as the images start it, on this machine, with the project's own settings: the gateway, and the remotes beside it.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AREAS, root } from './packages.mjs';
import { freePort } from './postgres-server.mjs';
import { supersededIn } from './superseded-files.mjs';

const SETTINGS = path.join(root, 'deploy', 'nginx');
const LIMIT_MS = 10_000;
// Where Debian puts nginx, and where who is not root does not look.
const PATH = `${process.env.PATH}${path.delimiter}/usr/sbin`;
// As in the images, no process runs as root.
const nobody = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};

/** The program missing for nginx on this machine, or null. */
export function missingForNginx() {
  if (!existsSync(path.join(SETTINGS, 'gateway.sh'))) return `${SETTINGS}/gateway.sh`;
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore', env: { PATH } });
    return null;
  } catch {
    return 'nginx';
  }
}

/**
 * Lays into a folder what the image of a front end (`host`, `remote-<area>`) that was built in a `project` holds, and what
 * starts nginx before it.
 */
export function layImage(folder, part, project = root) {
  const dist = path.join(project, part, 'dist');
  const superseded = supersededIn(dist);
  // Source maps and the build's own notes are private.
  const filter = (file) => !/\.(map|fingerprint)$|mf-stats\.json/.test(file) && !(path.basename(file) in superseded);
  const files = path.join(folder, 'files');
  cpSync(dist, files, { recursive: true, filter });
  if (part === 'host') {
    // The document as a file that browsers may keep, for differences to it (deploy/nginx/nginx.conf).
    const hash = createHash('sha256')
      .update(readFileSync(path.join(files, 'index.html')))
      .digest('hex')
      .slice(0, 12);
    for (const ending of ['', '.br', '.gz'])
      cpSync(path.join(files, `index.html${ending}`), path.join(files, `index.${hash}.html${ending}`));
  }
  laySettings(folder, part === 'host' ? 'gateway' : 'remote');
}

/** Lays into a folder the settings of a `gateway` or a `remote`, and the script that starts nginx with them. */
export function laySettings(folder, kind) {
  for (const name of ['nginx.conf', 'settings.sh', `${kind}.sh`, `${kind}.conf`])
    cpSync(path.join(SETTINGS, name), path.join(folder, name));
}

/**
 * Starts the gateway before service processes, named by their ports on this machine, with the console's pages and a
 * server of its own for each remote, as they were built in a `project`, or `withPages: false` before the service alone. In a
 * folder `releases` each keeps what its image holds for the next release. Answers `origin`, `errors()`, which is what the
 * gateway has complained of, and `stop()`.
 */
export async function startGateway(ports, { withPages = true, project = root, releases, port } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-gateway-'));
  chmodSync(folder, 0o755);
  const servers = [];
  const stop = async () => {
    for (const server of servers.reverse()) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const kept = (part) => {
    if (!releases) return {};
    const own = path.join(releases, part);
    mkdirSync(own, { recursive: true });
    if (nobody.uid) chownSync(own, nobody.uid, nobody.gid);
    return { RELEASES_DIR: own };
  };
  try {
    const environment = { API_UPSTREAM: ports.map((port) => `127.0.0.1:${port}`).join(' ') };
    if (withPages)
      for (const area of AREAS) {
        layImage(path.join(folder, area), `remote-${area}`, project);
        servers.push(await startNginx(path.join(folder, area), 'remote.sh', kept(area)));
        environment[`REMOTE_${area.toUpperCase()}_UPSTREAM`] = new URL(servers.at(-1).origin).host;
      }
    const gateway = path.join(folder, 'gateway');
    if (withPages) layImage(gateway, 'host', project);
    else {
      mkdirSync(path.join(gateway, 'files'), { recursive: true });
      writeFileSync(path.join(gateway, 'files', 'head-script.sha256'), `sha256-${'A'.repeat(43)}=\n`);
      laySettings(gateway, 'gateway');
    }
    servers.push(
      await startNginx(gateway, 'gateway.sh', { ...environment, ...kept('gateway'), ...(port && { PORT: port }) }),
    );
    const { origin, errors } = servers.at(-1);
    return { origin, errors, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts the nginx of an image's folder on a free port. */
async function startNginx(folder, script, environment) {
  const run = path.join(folder, 'run');
  mkdirSync(run);
  if (nobody.uid) chownSync(run, nobody.uid, nobody.gid);
  const port = environment.PORT ?? String(await freePort());
  const log = path.join(folder, 'error.log');
  const child = spawn('sh', [path.join(folder, script)], {
    ...nobody,
    env: { PATH, PORT: port, RUN_DIR: run, ...environment },
    stdio: ['ignore', 'ignore', openSync(log, 'a')],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const errors = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      // A process that is not there refuses connections, and the other is asked.
      .filter((line) => line && !line.includes('Connection refused'))
      .join('\n');
  const origin = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const end = Date.now() + LIMIT_MS;
  while (child.exitCode === null && Date.now() < end) {
    const isReady = await fetch(`${origin}/nginx-health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { origin, errors, stop };
    await wait(50);
  }
  await stop();
  throw new Error(`nginx did not start:\n${errors()}`);
}
