import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface RunningConsole {
  url: string;
  /** All that it has printed. */
  said(): string;
  stop(): Promise<void>;
  /** As a power cut does it: no warning, no farewell. */
  kill(): Promise<void>;
}

/** A free port. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

/** Starts the production build as `pnpm start` does, on a free port or that of `env`. */
export async function startConsole(env: NodeJS.ProcessEnv, mode = '--demo'): Promise<RunningConsole> {
  const port = env.PORT ?? (await freePort());
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--disable-warning=ExperimentalWarning', 'api/dist/src/main.js', 'serve', mode],
    {
      cwd: root,
      // Every test is the same few people: none is to meet the limit of an hour.
      env: { ...process.env, DATABASE_URL: '', PORT: String(port), AGENT_MESSAGES_PER_HOUR: '100000', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The console did not start:\n${said}`);
    const ready = await fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    said: () => said,
    // As at a terminal: no browser's open connection is waited for.
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
  };
}
