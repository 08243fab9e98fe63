// Other people's calls beside a burst of sign-ins: `node bench/sign-in.mjs`, after `pnpm build api`.
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { report, run } from './run.mjs';
import { builtModule, call } from './service.mjs';

const AT_ONCE = 200;
const BURSTS = 5;
/** Between two calls of the other person, in milliseconds. */
const PAUSE = 20;
/** How long the other person is watched after the response to the last sign-in, in milliseconds. */
const AFTER = 200;

let service;
let token;
// The other person's connection is there already, as a browser's is.
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** Sends a call of the other person and resolves with its milliseconds. */
function timedCall() {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    http
      .get(`${service.url}/users/me`, { agent, headers }, (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(performance.now() - started)
            : reject(new Error(`The status is ${response.statusCode}`)),
        );
      })
      .on('error', reject);
  });
}

/** Calls one after the other until `done` resolves. */
async function callsUntil(done) {
  let isOver = false;
  void done.then(() => (isOver = true));
  const milliseconds = [];
  while (!isOver) {
    milliseconds.push(await timedCall());
    await wait(PAUSE);
  }
  return milliseconds;
}

/** Many sign-ins with a wrong password at once; resolves with how many had each status. */
async function burst(address) {
  const statuses = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, at) => {
      const response = await fetch(`${service.url}/token/pair`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address(at) },
        body: JSON.stringify({ username: `burst${at}`, password: 'x' }),
      });
      await response.text();
      return response.status;
    }),
  );
  const counts = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function measure(name, addressOf) {
  const milliseconds = [];
  const answers = [];
  for (let round = 0; round < BURSTS; round += 1) {
    const over = burst((at) => addressOf(round, at)).then((counts) => {
      answers.push(counts);
      return wait(AFTER);
    });
    milliseconds.push(...(await callsUntil(over)));
  }
  report(name, milliseconds, '95 % 250');
  return answers;
}

/** Milliseconds and status of one sign-in by its whole way. */
async function signIn(username, address, password = 'console-demo') {
  const started = performance.now();
  const response = await fetch(`${service.url}/token/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ username, password }),
  });
  await response.text();
  return { status: response.status, milliseconds: performance.now() - started };
}

/** Eight addresses with a hundred connections each, which guess as fast as they are answered. */
async function measureUnderAttack() {
  let isOver = false;
  const guesses = Array.from({ length: 800 }, async (_, at) => {
    while (!isOver) await signIn(`guess${at}`, `203.0.113.${at % 8}`, 'x');
  });
  await wait(1000);
  const milliseconds = [];
  for (let at = 0; at < 10; at += 1) {
    const { status, milliseconds: taken } = await signIn('admin', `192.0.2.${100 + at}`);
    if (status !== 200) throw new Error(`A sign-in beside eight addresses was answered by ${status}.`);
    milliseconds.push(taken);
  }
  isOver = true;
  await Promise.all(guesses);
  report('a sign-in beside 8 addresses × 100 connections', milliseconds, 'most 2,000');
}

/** Fifty colleagues behind one address, all at once. */
async function measureOffice() {
  const names = Array.from({ length: 50 }, (_, at) => `colleague${at}`);
  const { createUser } = builtModule('session/users.queries.js');
  const { HASH_COST } = builtModule('session/passwords.js');
  const password = 'console-demo';
  for (const username of names)
    await createUser(service.db, { username, email: '', password, groups: [], companies: [] }, HASH_COST);
  const answers = await Promise.all(names.map((name) => signIn(name, '192.0.2.200')));
  const refused = answers.filter(({ status }) => status !== 200);
  if (refused.length) throw new Error(`${refused.length} of 50 colleagues were refused.`);
  report(
    'fifty colleagues behind one address, each at the first try',
    answers.map(({ milliseconds }) => milliseconds),
    'most 10,000',
  );
}

await run('Sign-in', {
  // One proxy is trusted, so that each burst comes from an address of its own and meets no limit of the one before.
  environment: { TRUST_PROXY: '1' },
  async measure(started, { token: other }) {
    [service, token] = [started, other];
    report('GET /users/me, nobody signing in', await callsUntil(wait(2000)));
    const one = await measure(`GET /users/me beside ${AT_ONCE} sign-ins, one address`, (round) => `192.0.2.${round}`);
    const many = await measure(
      `GET /users/me beside ${AT_ONCE} sign-ins, ${AT_ONCE} addresses`,
      (round, at) => `198.51.${100 + round}.${at}`,
    );
    await measureUnderAttack();
    await measureOffice();
    console.log(`\nanswers to each burst, by status: ${JSON.stringify({ one, many })}`);
    await call(`${service.url}/health`);
    agent.destroy();
  },
});
