// Two service processes behind the gateway's own nginx: each is replaced while people work, and no request may fail.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Caller, root, startService, until } from './service.mjs';

const GATEWAY = path.join(root, 'deploy', 'nginx');
const REQUESTS = 1000;
const PEOPLE = 8;

/** What is missing for this part on this machine, or null. */
export function missingForReplacement() {
  if (!existsSync(path.join(GATEWAY, 'gateway.conf'))) return `${GATEWAY}/gateway.conf`;
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'nginx';
  }
}

/** Replaces one process after the other during the requests, as the gateway is and with connections that it keeps. */
export async function replacement() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-faults-'));
  chmodSync(folder, 0o711);
  const environment = { DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'error' };
  // It runs the database, which the two that are replaced then only use.
  const owner = await startService(environment);
  const results = [];
  for (const [name, keepalive] of [
    ['as the gateway is', ''],
    // A process ends a kept connection that has been idle for a second: a gateway must have let go of it before, or its
    // next request may meet the end of it.
    ['with connections kept', 'keepalive 16; keepalive_timeout 500ms;'],
  ]) {
    const once = () => replaceBoth(name, keepalive, { folder, environment });
    const problems = await once();
    // The system may take the processor from the service between its last look for connections and the end of its socket,
    // and breaks off who connects meanwhile: rare, and no program can help it. Like a test, it has a second try in CI.
    const isTriedAgain = problems.length > 0 && Boolean(process.env.CI);
    if (isTriedAgain) console.log(`flaky: replaced, ${name}: ${problems.join('; ')}`);
    results.push(isTriedAgain ? await once() : problems);
  }
  owner.kill('SIGTERM');
  await owner.ended;
  rmSync(folder, { recursive: true, force: true });
  return results;
}

async function replaceBoth(name, keepalive, { folder, environment }) {
  const ports = [await freePort(), await freePort(), await freePort()];
  const services = await Promise.all([0, 1].map((at) => startService({ ...environment, PORT: String(ports[at]) })));
  const nginxFolder = path.join(folder, `nginx-${ports[2]}`);
  const nginx = startNginx(nginxFolder, ports, keepalive);
  const url = `http://127.0.0.1:${ports[2]}/api`;
  const people = Array.from({ length: PEOPLE }, () => new Caller(url));
  await until(async () => (await people[0].ask('GET', '/ready')).status === 200, 10);
  for (const person of people) await person.signIn();
  const companies = (await people[0].must('GET', '/users/me')).companies;
  for (const person of people) {
    person.counts.clear();
    person.refusals.length = 0;
  }

  let asked = 0;
  let isReplacing = true;
  const working = people.map(async (person, at) => {
    const company = `/companies/${companies[at % companies.length].id}`;
    while (isReplacing || asked < REQUESTS) {
      asked += 1;
      if (asked % 3 === 0) await person.ask('PATCH', company, { name: `Company ${asked}` });
      else if (asked % 10 === 1) await person.ask('POST', '/agents/session/create');
      else await person.ask('GET', asked % 2 ? '/companies' : company);
      await wait(10);
    }
  });
  const replace = async (at, after) => {
    await until(() => asked >= after, 120);
    services[at].kill('SIGTERM');
    const code = await services[at].ended;
    services[at] = await startService({ ...environment, PORT: String(ports[at]) });
    return code === 0 ? [] : [`process ${at + 1} ended with ${code}`];
  };
  const problems = await replace(0, REQUESTS / 4);
  problems.push(...(await replace(1, Math.max(asked, REQUESTS / 2))));
  isReplacing = false;
  await Promise.all(working);

  const counts = new Map();
  for (const person of people) {
    problems.push(...person.faults, ...person.refusals);
    for (const [status, count] of person.counts) counts.set(status, (counts.get(status) ?? 0) + count);
  }
  const failed = [...counts].filter(([status]) => status === 0 || status >= 400);
  problems.push(...failed.map(([status, count]) => `${count} x ${status || 'cut'}`));
  const seen = [...counts].map(([status, count]) => `${status || 'cut'}: ${count}`).join(', ');
  console.log(`${name}: ${seen}; ${problems.length ? problems.join('; ') : 'none failed'}`);
  if (problems.length) console.log(unexpectedIn(readFileSync(path.join(nginxFolder, 'error.log'), 'utf8')));
  nginx.kill('SIGTERM');
  for (const service of services) {
    service.kill('SIGTERM');
    await service.ended;
  }
  return problems;
}

// A process that is not there refuses connections, and the other is asked.
const unexpectedIn = (log) =>
  log
    .split('\n')
    .filter((line) => !line.includes('Connection refused'))
    .join('\n');

/** The gateway's configuration with the settings that its start script would write. */
function startNginx(folder, [first, second, port], keepalive) {
  mkdirSync(path.join(folder, 'temp'), { recursive: true });
  mkdirSync(path.join(folder, 'files'));
  copyFileSync(path.join(GATEWAY, 'nginx.conf'), path.join(folder, 'nginx.conf'));
  copyFileSync(path.join(GATEWAY, 'gateway.conf'), path.join(folder, 'site.conf'));
  const servers = [first, second].map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ');
  const upstream = `upstream services { ${servers} ${keepalive} }`;
  const maps = 'map $uri $remote { default ""; } map $scheme $forwarded_scheme { default $scheme; }';
  writeFileSync(path.join(folder, 'http.conf'), `${upstream}\n${maps}\n`);
  writeFileSync(path.join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n`);
  writeFileSync(path.join(folder, 'values.conf'), 'set $policy "default-src \'self\'"; set $service services;\n');
  const nobody = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
  if (nobody.uid) for (const owned of [folder, path.join(folder, 'temp')]) chownSync(owned, nobody.uid, nobody.gid);
  const log = openSync(path.join(folder, 'error.log'), 'a');
  const command = ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-g', 'daemon off;'];
  return spawn('nginx', command, { ...nobody, stdio: ['ignore', 'ignore', log] });
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
