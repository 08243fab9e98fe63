// How a command of development runs: until Ctrl-C, with whatever it started ended at its end.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openServer } from './server.mjs';

/** A mistake of whoever calls the command; its message is one sentence. */
export class UsageError extends Error {}

/**
 * Runs `start` until a signal ends it. It is given a folder of its own and `atEnd`, which takes what has to be ended,
 * the last one first.
 */
export async function runUntilStopped(start) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-dev-'));
  const ends = [() => rmSync(folder, { recursive: true, force: true })];
  let ending = null;
  const end = (status) => {
    ending ??= (async () => {
      for (const stop of ends.reverse()) await stop();
      process.exit(status);
    })();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));
  const fail = (error) => {
    const isTaken = error.code === 'EADDRINUSE';
    console.error(isTaken ? `Port ${error.port} is taken: set PORT to another number.` : error);
    end(1);
  };
  // Errors of the server's socket have no other handler.
  process.on('uncaughtException', fail);
  try {
    const words = await start({ folder, atEnd: (stop) => void ends.push(stop) });
    console.log(`\n${words}\n\nCtrl-C stops it.\n`);
  } catch (error) {
    fail(error);
  }
}

/** The port that PORT names, 8080 unless it does. */
export function portOf({ PORT }) {
  const text = PORT || '8080';
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_534) return Number(text);
  throw new UsageError(`PORT is '${text}': set it to a number up to 65534.`);
}

/** The address of the console that `--console` names. */
export function consoleAt(text = '') {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL('/', text);
  throw new UsageError(`--console is '${text}': set it to the http(s) address of a console.`);
}

/**
 * One area from here, all else from a console that is deployed and knows nothing of it.
 *
 * @param {string} area
 * @param {object} build its configuration of the bundler
 * @param {string} project the folder whose types are checked
 */
export const developArea = (area, build, project, target, port) =>
  runUntilStopped(async ({ atEnd }) => {
    const bar = `${area}: from this machine · all else: ${target.host}`;
    const server = await openServer({ builds: [{ ...build, name: area }], project, console: target, bar, port });
    atEnd(server.close);
    return `${server.url} is ${target.origin} with ${area} from here.`;
  });
