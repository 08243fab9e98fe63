import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../support/running-console';
import type { Image } from './images';

/** The processes that global set-up made; tests start more of them. */
export interface Deployed {
  /** Holds a folder for each image. */
  images: string;
  /** The console's one URL. */
  url: string;
  /** The two service processes, directly: host and port. */
  services: string[];
  /** The remotes, directly: host and port, by area. */
  remotes: Record<string, string>;
  /** `host:port` of a name server that knows `api` and every remote. */
  resolver: string;
  /** Environment of a service process. */
  service: NodeJS.ProcessEnv;
}

/** State that global set-up left for the tests. */
export const deployed = (): Deployed => JSON.parse(process.env.CONSOLE_DEPLOYED ?? '{}') as Deployed;

/** A server of an image, running as an unprivileged user. */
export interface Server {
  url: string;
  child: ChildProcess;
  /** All that it has written. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

// As in the images, no process runs as root, and none may write into the image.
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** A folder that the servers may write. */
export function writableFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-run-'));
  if (nobody.uid) chownSync(folder, nobody.uid, nobody.gid);
  return folder;
}

const environmentOf = (env: NodeJS.ProcessEnv) => ({
  PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
  ...env,
});

/** Starts the image's nginx on a free port of `host`. */
export async function startNginx(
  images: string,
  image: Image,
  env: NodeJS.ProcessEnv,
  host = '127.0.0.1',
): Promise<Server> {
  const script = path.join(images, image, image === 'gateway' ? 'gateway.sh' : 'remote.sh');
  const port = env.PORT ?? String(await freePort());
  const run = writableFolder();
  const server = start(script, [], { ...env, PORT: port, RUN_DIR: run }, `http://${host}:${port}`, run);
  await answers(server, '/nginx-health');
  return server;
}

/** Starts the api image's service on `host`. */
export async function startService(images: string, args: string[], env: NodeJS.ProcessEnv): Promise<Server> {
  const script = path.join(images, 'api/bin/console');
  const server = start(script, args, env, `http://${env.HOST}:${env.PORT}`, writableFolder());
  await answers(server, '/api/ready');
  return server;
}

/** Runs the api image's `console` to its end. */
export function runConsole(images: string, args: string[], env: NodeJS.ProcessEnv, input = '') {
  const { status, stdout, stderr } = spawnSync(path.join(images, 'api/bin/console'), args, {
    ...nobody,
    env: environmentOf(env),
    cwd: '/',
    input,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

function start(script: string, args: string[], env: NodeJS.ProcessEnv, url: string, run: string): Server {
  // A file, for nginx opens /dev/stdout by name, and no pipe of Node's can be opened so.
  const log = path.join(run, 'log');
  const output = openSync(log, 'a');
  if (nobody.uid) chownSync(log, nobody.uid, nobody.gid);
  const child = spawn(script, args, {
    ...nobody,
    env: environmentOf(env),
    cwd: '/',
    stdio: ['ignore', output, output],
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return {
    url,
    child,
    output: () => readFileSync(log, 'utf8'),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
      rmSync(run, { recursive: true, force: true });
    },
  };
}

async function answers(server: Server, address: string) {
  for (;;) {
    if (server.child.exitCode !== null) throw new Error(`${server.url} did not start:\n${server.output()}`);
    const isThere = await fetch(server.url + address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
