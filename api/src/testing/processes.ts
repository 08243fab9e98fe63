import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A process of the service's own source, as a test watches it. */
export interface TestProcess {
  readonly child: ChildProcess;
  /** All that it has written to standard output and standard error. */
  output(): string;
  /** Resolves with the first match in the output; rejects with the output when the process ends without one. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a signal, if any, and resolves with the exit code once the process is gone: null after a kill. */
  ends(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `file` (below api/src) in a process of its own, with nothing in its environment but what is given. */
export const startProcess = (file: string, args: string[], environment: NodeJS.ProcessEnv): TestProcess => {
  const source = path.resolve(__dirname, '..', file);
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '-r', path.join(__dirname, 'compile.cjs'), source, ...args],
    { env: { PATH: process.env.PATH, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  let hasEnded = false;
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      tell();
    });
  }
  const closed = once(child, 'close').then(() => {
    hasEnded = true;
    tell();
  });
  return {
    child,
    output: () => output,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output);
          if (!match && !hasEnded) return;
          listeners.delete(look);
          if (match) resolve(match);
          else reject(new Error(`The process ended without saying ${pattern}:\n${output}`));
        };
        listeners.add(look);
        look();
      }),
    ends: async (signal) => {
      if (signal) child.kill(signal);
      await closed;
      return child.exitCode;
    },
  };
};
