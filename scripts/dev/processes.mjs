// The processes of `pnpm dev`: the service, compiled and started again when that went well, and the check of types.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);
const COMPILER = path.join(path.dirname(resolve('@typescript/native/package.json')), 'bin/tsc');
const PLAIN = ['--pretty', 'false'];
const SERVICE = '--enable-source-maps --disable-warning=ExperimentalWarning api/dist/src/main.js serve --demo'.split(
  ' ',
);

/**
 * Checks the types of a project: what has changed since the last time, and what that changes.
 *
 * @param {string} project the folder that holds its tsconfig.json
 * @param {(errors: { file: string, message: string }[]) => void} onChecked
 * @returns {{ check(): void, stop(): Promise<void> }} a check that is called for meanwhile takes the place of the one before
 */
export function keepTypes(project, onChecked) {
  const args = ['-p', '.', '--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/dev-types', ...PLAIN];
  let newest = null;
  let isOver = false;
  const endNewest = () => {
    const before = newest;
    newest = null;
    return before?.stop();
  };
  const check = async () => {
    await endNewest();
    // Meanwhile a later one has started, or the folder is given up.
    if (newest || isOver) return;
    const run = start(project, [COMPILER, ...args]);
    newest = run;
    let found = '';
    run.child.stdout.setEncoding('utf8').on('data', (text) => (found += text));
    run.child.on('close', () => newest === run && onChecked(errorsIn(found)));
  };
  const stop = () => {
    isOver = true;
    return endNewest();
  };
  return { check, stop };
}

/**
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env what the service is started with
 * @returns {{ up(): Promise<void>, stop(): Promise<void> }} `up` waits until it can be asked
 */
export function keepService(root, env) {
  let service = null;
  let isStopping = false;
  let up = Promise.resolve();
  let firstCompiled;
  const compiled = new Promise((resolve) => (firstCompiled = resolve));
  const args = ['-b', 'contract', 'api/tsconfig.build.json', '--watch', '--preserveWatchOutput', ...PLAIN];
  const compiler = start(root, [COMPILER, ...args]);
  compiler.child.stdout.setEncoding('utf8').on('data', (text) => {
    errorsIn(text);
    if (!/Found 0 errors/.test(text)) return;
    up = up.then(restart);
    firstCompiled();
  });

  async function restart() {
    await service?.stop();
    if (isStopping) return;
    service = start(root, SERVICE, { ...process.env, ...env });
    const { child } = service;
    await new Promise((ready) => {
      child.stdout.setEncoding('utf8').on('data', (text) => {
        // Its own address is private; the rest of its output is shown.
        if (/ is ready: /.test(text)) ready();
        const words = text.replace(/^.* is ready: .*\n/m, '').replace(/^Ctrl-C stops it\.\n/m, '');
        if (words.trim()) process.stdout.write(words);
      });
      child.on('close', ready);
    });
  }

  return {
    up: () => compiled.then(() => up),
    async stop() {
      isStopping = true;
      await compiler.stop();
      await service?.stop();
    },
  };
}

/** The errors that a compiler names, printed too. */
const errorsIn = (text) =>
  [...text.matchAll(/^(?:(\S.*?)\((\d+),(\d+)\): )?error (TS\d+: .*)$/gm)].map(([line, file, row, column, message]) => {
    console.error(line);
    return { file: file ? `${file}:${row}:${column}` : '', message };
  });

function start(cwd, args, env = process.env) {
  // In a group of its own: Ctrl-C reaches this process alone, which ends them all.
  const child = spawn(process.execPath, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((resolve) => child.on('close', resolve));
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      // It has ended by itself.
    }
  };
  return {
    child,
    async stop() {
      signal('SIGINT');
      const late = setTimeout(() => signal('SIGKILL'), 10_000);
      await closed;
      clearTimeout(late);
    },
  };
}
