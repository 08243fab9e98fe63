// Two service processes behind the gateway as it is deployed: each is replaced while people work, and no request may fail.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startGateway } from '../nginx.mjs';
import { freePort } from '../postgres-server.mjs';
import { peopleAtWork } from './people.mjs';
import { startService } from './service.mjs';

const REQUESTS_EACH = 1000;
/** Between two requests of one person, in milliseconds: eight make some 400 requests a second. */
const PAUSE = 10;

/** Replaces one process after the other: two where a change is tested, twenty beside 200 rounds of kills. */
export async function replacement(rounds) {
  const replacements = Math.max(2, Math.floor(rounds / 10));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-faults-'));
  chmodSync(folder, 0o711);
  const environment = { DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'error' };
  // It runs the database, which the two that are replaced then only use.
  const owner = await startService(environment);
  const ports = [await freePort(), await freePort()];
  const start = (at) => startService({ ...environment, PORT: String(ports[at]) });
  const services = [await start(0), await start(1)];
  const gateway = await startGateway(ports, { withPages: false });

  const people = await peopleAtWork(`${gateway.origin}/api`, PAUSE);
  const problems = [];
  for (let count = 0; count < replacements; count += 1) {
    await people.reach(REQUESTS_EACH * count);
    services[count % 2].kill('SIGTERM');
    const code = await services[count % 2].ended;
    if (code !== 0) problems.push(`a process ended with ${code}`);
    services[count % 2] = await start(count % 2);
  }
  await people.reach(REQUESTS_EACH * replacements);
  problems.push(...(await people.leave()));
  console.log(`${replacements} processes replaced: ${problems.join('; ') || 'no request failed'}`);
  if (problems.length) console.log(gateway.errors());
  await gateway.stop();
  for (const service of [...services, owner]) {
    service.kill('SIGTERM');
    await service.ended;
  }
  rmSync(folder, { recursive: true, force: true });
  return [problems];
}
