// The previous release serves behind the gateway while eight people work; the new one brings the database to its schema,
// then takes the place of one process after the other, and no request may fail.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { missingForNginx, startGateway } from '../nginx.mjs';
import { freePort } from '../postgres-server.mjs';
import { makePrevious, missingForPrevious, PREVIOUS } from '../previous/release.mjs';
import { peopleAtWork } from './people.mjs';
import { main, startService } from './service.mjs';

const REQUESTS = 1000;
/** Between two requests of one person, in milliseconds. */
const PAUSE = 50;

/** The program missing for this part on this machine, or null. */
export const missingForAcross = () => missingForNginx() ?? missingForPrevious();

/** Migrates, then replaces both processes; answers the problems. */
export async function across() {
  const previous = makePrevious();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-faults-'));
  chmodSync(folder, 0o711);
  const environment = { DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'error' };
  // It runs the database, which the two that are replaced then only use.
  const owner = await startService(environment, [], previous.main);
  const ports = [await freePort(), await freePort()];
  const start = (at, program) => startService({ ...environment, PORT: String(ports[at]) }, [], program);
  const services = [await start(0, previous.main), await start(1, previous.main)];
  const gateway = await startGateway(ports, { withPages: false });

  const people = await peopleAtWork(`${gateway.origin}/api`, PAUSE);
  const problems = [];
  await people.reach(REQUESTS / 10);
  const migrated = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'migrate'], {
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
  });
  console.log(`from ${PREVIOUS.slice(0, 7)}: ${migrated.trim().replaceAll('\n', '; ')}`);
  for (const at of [0, 1]) {
    await people.reach((REQUESTS * (at + 1)) / 3);
    services[at].kill('SIGTERM');
    const code = await services[at].ended;
    if (code !== 0) problems.push(`a process ended with ${code}`);
    services[at] = await start(at, main);
  }
  await people.reach(REQUESTS);
  problems.push(...(await people.leave()));
  console.log(`both processes replaced: ${problems.join('; ') || 'no request failed'}`);
  if (problems.length) console.log(gateway.errors());
  await gateway.stop();
  for (const service of [...services, owner]) {
    service.kill('SIGTERM');
    await service.ended;
  }
  rmSync(folder, { recursive: true, force: true });
  previous.remove();
  return [problems];
}
