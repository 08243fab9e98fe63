// A process that may open few files and connections: what it cannot do is 503 or a cut line, never a fault, and it recovers.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Caller, startService, until } from './service.mjs';

const HANDLES = 64;
const CONNECTIONS = 120;

/** Asks over more connections at once than the process may hold. */
export async function fewHandles() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-handles-'));
  chmodSync(folder, 0o711);
  const owner = await startService({ DATA_DIR: path.join(folder, 'data') });
  const limit = ['sh', '-c', `ulimit -n ${HANDLES}; exec "$@"`, 'sh'];
  const service = await startService({ DATA_DIR: path.join(folder, 'data') }, limit);
  const caller = new Caller(service.url);
  await caller.signIn();
  const { hostname, port } = new URL(service.url);
  const ask = () =>
    new Promise((resolve) => {
      const socket = net.connect(Number(port), hostname);
      let text = '';
      socket.on('data', (data) => (text += data));
      socket.on('error', () => resolve('cut'));
      socket.on('close', () => resolve(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'cut'));
      socket.setTimeout(20_000, () => socket.destroy());
      // All are open before the first asks, so that none is left for the database.
      setTimeout(() => {
        const head = `host: x\r\nconnection: close\r\nauthorization: Bearer ${caller.token}`;
        socket.write(`GET /api/companies HTTP/1.1\r\n${head}\r\n\r\n`);
      }, 1000);
    });
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  const counts = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  const problems = Object.keys(counts)
    .filter((status) => !['200', '503', 'cut'].includes(status))
    .map((status) => `${counts[status]} x ${status}`);
  if (!(await until(async () => (await caller.ask('GET', '/ready')).status === 200, 30)))
    problems.push('it did not recover');
  if ((await caller.ask('GET', '/companies')).status !== 200) problems.push('it answers nothing afterwards');
  console.log(`${CONNECTIONS} connections, ${HANDLES} handles: ${JSON.stringify(counts)}`);
  for (const one of [service, owner]) {
    one.kill('SIGTERM');
    if ((await one.ended) !== 0) problems.push('a process did not end well');
  }
  rmSync(folder, { recursive: true, force: true });
  if (problems.length) console.log(problems.join('\n'));
  return [problems];
}
