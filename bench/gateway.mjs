// The gateway as it is deployed, before service processes of a measurement: Debian's nginx with the project's own settings.
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Starts nginx before the processes at these addresses (`http://host:port/api`); returns its `url` and `stop()`. */
export async function startGateway(urls) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'console-gateway-'));
  const image = path.join(folder, 'image');
  await cp(path.join(root, 'deploy/nginx'), image, { recursive: true });
  const files = path.join(root, 'host/dist');
  if (existsSync(files)) await symlink(files, path.join(image, 'files'));
  else await mkdir(path.join(image, 'files'));
  const port = await freePort();
  let said = '';
  const child = spawn('sh', [path.join(image, 'gateway.sh')], {
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      PORT: String(port),
      RUN_DIR: path.join(folder, 'run'),
      API_UPSTREAM: urls.map((url) => new URL(url).host.replace('localhost', '127.0.0.1')).join(' '),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.on('data', (text) => (said += text));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}/api`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The gateway did not start: ${said}`);
    const isReady = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
