// The agent chat with the built-in model: `node bench/agent-chat.mjs`, after `pnpm build`.
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { report, run } from './run.mjs';
import { call, memoryOf, processorTimeOf } from './service.mjs';

// The pause of the built-in model before each word.
const PACE = 25;
const STREAMS = 200;
// Each has at most two answers at once.
const PEOPLE = STREAMS / 2;
const ABANDONED = 500;

const agent = new http.Agent({ keepAlive: true });
let url;
let people;
let tabs = 0;

/** A session of the next person in turn, with an agent. */
async function newTab() {
  const token = people[tabs++ % PEOPLE];
  const { tab_id } = await call(`${url}/agents/session/create`, { token, method: 'POST' });
  await call(`${url}/agents/select`, { token, body: { agent: 'customer-support', tab_id } });
  return { tab_id, token };
}

// Read with as little as possible: the reader shares the machine with what it measures.
const TEXT = Buffer.from('"type":"text"');
const ERROR = Buffer.from('"type":"error"');
const END = Buffer.from('\n\n');

/** How often `part` stands in a chunk. */
function count(chunk, part) {
  let found = 0;
  for (let at = chunk.indexOf(part); at >= 0; at = chunk.indexOf(part, at + part.length)) found += 1;
  return found;
}

/** Sends a message and hands on what arrives with its time; `onChunk` returns false to leave. */
function ask({ tab_id, token }, onChunk) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = http.request(`${url}/agents/message`, { method: 'POST', headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The status is ${response.statusCode}`));
      response.on('data', (chunk) => onChunk(chunk, performance.now()) === false && request.destroy());
      response.on('close', resolve);
    });
    request.on('error', reject);
    request.end(JSON.stringify({ tab_id, message: 'How are frozen fish and living plants shipped in winter?' }));
  });
}

let events = 0;
let failed = 0;

/** Reads a whole answer and returns how much later than the model's pace each word came. */
async function lateness(tab) {
  const late = [];
  let last = null;
  await ask(tab, (chunk, now) => {
    events += count(chunk, END);
    failed += count(chunk, ERROR);
    for (let words = count(chunk, TEXT); words > 0; words -= 1) {
      if (last !== null) late.push(Math.max(0, now - last - PACE));
      last = now;
    }
  }).catch(() => (failed += 1));
  return late;
}

await run('Agent chat', {
  async measure(service) {
    url = service.url;
    people = await service.addPeople(PEOPLE);

    const first = [];
    for (let at = 0; at < 60; at += 1) {
      const tab = await newTab();
      const started = performance.now();
      let seen = null;
      await ask(tab, (_, now) => {
        seen ??= now;
        return false;
      }).catch(() => undefined);
      if (at >= 10) first.push(seen - started);
    }
    report('first event after the request', first, '50');

    const ending = [];
    for (let at = 0; at < 20; at += 1) {
      const tab = await newTab();
      let left = NaN;
      await ask(tab, (chunk, now) => {
        if (count(chunk, TEXT) === 0) return true;
        left = now;
        return false;
      }).catch(() => undefined);
      // The run ends with what was written so far, once the model has stopped.
      const run = () => service.db.selectFrom('agent_sessions').select('run_id').where('tab_id', '=', tab.tab_id);
      while ((await run().executeTakeFirstOrThrow()).run_id) await wait(1);
      ending.push(performance.now() - left);
    }
    report('from the reader’s leaving to the end of the answer', ending, '1000');

    const alone = [];
    for (let at = 0; at < 5; at += 1) alone.push(...(await lateness(await newTab())));
    report('a word beyond the model’s pace, one stream', alone, '2');

    const open = await Promise.all(Array.from({ length: STREAMS }, newTab));
    const [used, seen] = [processorTimeOf(service.pid), events];
    const crowd = (await Promise.all(open.map(lateness))).flat();
    report(`a word beyond the model’s pace, ${STREAMS} streams`, crowd, '250');
    const own = ((processorTimeOf(service.pid) - used) * 1000) / (events - seen);
    console.log(
      `\nprocessor time of the service an event, milliseconds: ${own.toFixed(2)} (limit 2); failed answers: ${failed}`,
    );

    console.log('\nmemory over streams that are opened and abandoned, MiB');
    for (let round = 0; round <= 6; round += 1) {
      await wait(2000);
      console.log(`after ${String(round * ABANDONED).padStart(5)}: ${memoryOf(service.pid).toFixed(0)}`);
      for (let at = 0; round < 6 && at < ABANDONED; at += 20) {
        const some = await Promise.all(Array.from({ length: 20 }, newTab));
        await Promise.all(some.map((tab) => ask(tab, (chunk) => count(chunk, TEXT) === 0).catch(() => undefined)));
      }
    }
  },
});
