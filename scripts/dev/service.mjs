// The service of `pnpm dev`: compiled whenever a file of it changes, and started again when that went well.
import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env what the service is started with
 * @returns {{ up(): Promise<void>, stop(): Promise<void> }} `up` waits until it can be asked
 */
export function keepService(root, env) {
  const compiler = start([
    ...[path.join(root, 'node_modules/@typescript/native/bin/tsc'), '-b', 'contract', 'api/tsconfig.build.json'],
    ...['--watch', '--preserveWatchOutput'],
  ]);
  let service = null;
  let isStopping = false;
  let up = Promise.resolve();
  let firstCompiled;
  const compiled = new Promise((resolve) => (firstCompiled = resolve));

  compiler.child.stdout.setEncoding('utf8').on('data', (text) => {
    for (const line of text.split('\n')) {
      if (/error TS\d+/.test(line)) console.error(line);
      if (!/Found 0 errors/.test(line)) continue;
      up = up.then(restart);
      firstCompiled();
    }
  });

  async function restart() {
    await service?.stop();
    if (isStopping) return;
    service = start(
      ['--enable-source-maps', '--disable-warning=ExperimentalWarning', 'api/dist/src/main.js', 'serve', '--demo'],
      { ...process.env, ...env },
    );
    const { child } = service;
    await new Promise((ready) => {
      child.stdout.setEncoding('utf8').on('data', (text) => {
        // Its own address is nobody's business; all else that it says is.
        if (/ is ready: /.test(text)) ready();
        const words = text.replace(/^.* is ready: .*\n/m, '').replace(/^Ctrl-C stops it\.\n/m, '');
        if (words.trim()) process.stdout.write(words);
      });
      child.on('close', ready);
    });
  }

  function start(args, environment = process.env) {
    // In a group of its own: Ctrl-C reaches this process alone, which ends them all.
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
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

  return {
    up: () => compiled.then(() => up),
    async stop() {
      isStopping = true;
      await compiler.stop();
      await service?.stop();
    },
  };
}
