// The gateway's own nginx before service processes, started as it is deployed.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../postgres-server.mjs';
import { root, until } from './service.mjs';

const DEPLOYED = path.join(root, 'deploy', 'nginx');

/** The program missing for a gateway on this machine, or null. */
export function missingForGateway() {
  if (!existsSync(path.join(DEPLOYED, 'gateway.sh'))) return `${DEPLOYED}/gateway.sh`;
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'nginx';
  }
}

/**
 * Starts the gateway in a new folder, with no page in it, before the services of these ports. Answers `url` (with /api),
 * `errors()`, which is what it has complained of, and `stop()`.
 */
export async function startGateway(folder, ports) {
  cpSync(DEPLOYED, folder, { recursive: true });
  const run = path.join(folder, 'run');
  for (const name of ['files', 'run']) mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, 'files', 'head-script.sha256'), `sha256-${'A'.repeat(43)}=\n`);
  const nobody = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
  if (nobody.uid) chownSync(run, nobody.uid, nobody.gid);
  const port = await freePort();
  const child = spawn('sh', [path.join(folder, 'gateway.sh')], {
    ...nobody,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      RUN_DIR: run,
      API_UPSTREAM: ports.map((one) => `127.0.0.1:${one}`).join(' '),
    },
    stdio: ['ignore', 'ignore', openSync(path.join(folder, 'error.log'), 'a')],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const errors = () =>
    readFileSync(path.join(folder, 'error.log'), 'utf8')
      .split('\n')
      // A process that is not there refuses connections, and the other is asked.
      .filter((line) => line && !line.includes('Connection refused'))
      .join('\n');
  const url = `http://127.0.0.1:${port}/api`;
  const isReady = () =>
    fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  if (!(await until(isReady, 10))) {
    child.kill('SIGKILL');
    throw new Error(`The gateway did not start:\n${errors()}`);
  }
  return {
    url,
    errors,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
