// What others notice of exports: fifty at once of one person, of sixty thousand ads each, then of eight people, while
// somebody in another process calls every 50 ms: `node bench/exports.mjs`, after `pnpm build api`.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { fillAds } from './fill.mjs';
import { addCompany, report, reportFloor, rows, startService, writeReported } from './service.mjs';

const ADS = rows(60_000);
const AT_ONCE = 50;
const PEOPLE = 8;
const CALLER = fileURLToPath(new URL('caller.mjs', import.meta.url));

const service = await startService();
const { url } = service;
const company = await addCompany(service, await service.signIn('admin'));
await fillAds(service, company, { ours: ADS, others: 0, tags: 20, every: 1 });
const people = await service.addPeople(PEOPLE, { groups: ['AdManager'], companies: [company.slug] });
const token = await service.signIn('admin');
await reportFloor(service, token);

/** An export, read to its end: milliseconds to the header row (or to the refusal), its status, how many rows. */
async function exported(person) {
  const started = performance.now();
  const response = await fetch(`${url}/facebook-ads/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person}`, 'content-type': 'application/json' },
    body: JSON.stringify({ company_id: company.id }),
  });
  let first;
  let lines = 0;
  for await (const piece of response.body) {
    first ??= performance.now() - started;
    for (const byte of piece) if (byte === 10) lines += 1;
  }
  return { status: response.status, retryAfter: response.headers.get('retry-after'), first, lines };
}

/** Milliseconds of the other person's calls while `work` goes on. */
async function besides(work) {
  const milliseconds = [];
  const caller = fork(CALLER, [`${url}/users/me`, token]);
  let isFailed = false;
  caller.on('message', (taken) => milliseconds.push(taken));
  caller.once('exit', (code) => (isFailed = code !== 0));
  // Its connection and its first calls are not what is measured.
  await wait(500);
  milliseconds.length = 0;
  const result = await work();
  if (isFailed) throw new Error('A call of the other person failed.');
  caller.disconnect();
  return { milliseconds, result };
}

const ofStatus = (status, results) => results.filter((result) => result.status === status);

/** Fails for an answer that is neither the whole file nor a refusal which says when to try again. */
function requireAnswered(results) {
  for (const { status, retryAfter, lines } of results)
    if (!(status === 200 ? lines === ADS + 1 : status === 429 && Number(retryAfter) > 0))
      throw new Error(`An export was answered by ${status} with ${lines} lines, Retry-After ${retryAfter}.`);
}

const { milliseconds: quiet } = await besides(() => wait(3000));
report('GET /users/me, nobody exporting', quiet);
for (const [name, tokens] of [
  ['one person', people.slice(0, 1)],
  [`${PEOPLE} people`, people],
]) {
  const { milliseconds, result } = await besides(() =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, at) => exported(tokens[at % tokens.length]))),
  );
  report(`GET /users/me beside ${AT_ONCE} exports of ${name}`, milliseconds, '95 % 250');
  report(
    `… their header row or refusal`,
    result.map(({ first }) => first),
    'most 5,000',
  );
  console.log(`  ${ofStatus(200, result).length} files, ${ofStatus(429, result).length} refused for now`);
  requireAnswered(result);
}
await service.stop();
await writeReported('Exports');
