// The built service in a process of its own, calls to it, and what its processes are.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
/** The services that run: whoever fails leaves none behind. */
const running = new Set();
/** Ends what still runs, at once. */
export const endAll = () => running.forEach((child) => child.kill('SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });
/** The program of this checkout. */
export const main = path.join(root, 'api', 'dist', 'src', 'main.js');

/**
 * Starts the built service and answers it once it is ready: `url` (with /api), `output()`, `kill(signal)` and `ended`.
 * `prefix` is a command line that runs it, such as a shell with a limit; `program` is another release's; `flags` are
 * those of `serve`, the demonstration in a data folder where none are given. Rejects with what it said when it ends before.
 */
export async function startService(
  environment,
  prefix = [],
  program = main,
  flags = environment.DATABASE_URL ? [] : ['--demo'],
) {
  const command = [...prefix, process.execPath, '--disable-warning=ExperimentalWarning', program, 'serve', ...flags];
  const child = spawn(command[0], command.slice(1), {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', AGENT_MESSAGES_PER_HOUR: '1000000', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const isReady = new Promise((resolve, reject) => {
    const hear = (text) => {
      output += text;
      const address = /is ready: (http:\S+)/.exec(output);
      if (address) resolve(address[1]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => reject(new Error(`The service did not start:\n${output}`)));
  });
  running.add(child);
  const ended = new Promise((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  const url = `${await isReady}/api`;
  return { url, pid: child.pid, ended, output: () => output, kill: (signal) => child.kill(signal) };
}

/** One person's calls: each answers `{ status, body }`, or status 0 when there was no answer. */
export class Caller {
  /** How often each status was answered. */
  counts = new Map();
  /** Forbidden answers: every answer of 5xx but 503, and every 4xx. */
  faults = [];
  /** The message of each 503. */
  refusals = [];
  token = null;

  constructor(url) {
    this.url = url;
  }

  async ask(method, where, body) {
    const answer = await this.open(method, where, body);
    if (!answer) return { status: 0, body: null };
    const text = await answer.text().catch(() => null);
    if (text === null) return { status: 0, body: null };
    if (answer.status === 503) this.refusals.push(`${method} ${where}: 503 ${text.slice(0, 200)}`);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') && text !== '';
    if (
      (answer.status >= 400 && answer.status !== 503) ||
      (answer.status === 503 && !answer.headers.get('retry-after'))
    )
      this.faults.push(`${method} ${where}: ${answer.status} ${text.slice(0, 200)}`);
    return { status: answer.status, body: isJson ? JSON.parse(text) : null };
  }

  /** The response itself, or null. */
  async open(method, where, body) {
    const answer = await fetch(this.url + where, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(40_000),
    }).catch(() => null);
    const status = answer?.status ?? 0;
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
    return answer;
  }

  /** The body of a call that must succeed; a 503 is tried again for half a minute. */
  async must(method, where, body) {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.ask(method, where, body);
      if (answer.status >= 200 && answer.status < 300) return answer.body;
      if (answer.status !== 503 || attempt === 60) throw new Error(`${method} ${where}: ${answer.status}`);
      await wait(500);
    }
  }

  async signIn(username = 'admin') {
    this.token = null;
    this.token = (await this.must('POST', '/token/pair', { username, password: 'console-demo' })).access;
  }
}

/** The processes whose command line names a folder: their ids. */
export const processesOf = (folder) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    })
    .map(Number);

/** The process of the embedded server of a data folder, or null. */
export const postmasterOf = (dataDir) => {
  try {
    return Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
};

/** Waits until something holds; answers false when it does not within `seconds`. */
export async function until(holds, seconds) {
  const end = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > end) return false;
    await wait(50);
  }
  return true;
}
