// Other people's calls beside exports: fifty at once of one person, of sixty thousand ads each, then of eight people, while
// somebody in another process calls every 50 ms: `node bench/exports.mjs`, after `pnpm build api`.
import { setTimeout as wait } from 'node:timers/promises';
import { besides } from './besides.mjs';
import { fillAds } from './fill.mjs';
import { report, rows, run } from './run.mjs';

const ADS = rows(60_000);
const AT_ONCE = 50;
const PEOPLE = 8;

await run('Exports', {
  fill: (service, company) => fillAds(service, company, { ours: ADS, others: 0, tags: 20, every: 1 }),
  async measure(service, { company, token }) {
    const { url } = service;
    const people = await service.addPeople(PEOPLE, { groups: ['AdManager'], companies: [company.slug] });
    const other = { url: `${url}/users/me`, token };
    const { milliseconds: quiet } = await besides(other, () => wait(3000));
    report('GET /users/me, nobody exporting', quiet);
    for (const [name, tokens] of [
      ['one person', people.slice(0, 1)],
      [`${PEOPLE} people`, people],
    ]) {
      const { milliseconds, result } = await besides(other, () =>
        Promise.all(Array.from({ length: AT_ONCE }, (_, at) => exported(url, company, tokens[at % tokens.length]))),
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
  },
});

/** An export, read to its end: milliseconds to the header row (or to the refusal), its status, how many rows. */
async function exported(url, company, person) {
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

/** Those that were answered so. */
function ofStatus(status, results) {
  return results.filter((result) => result.status === status);
}

/** Fails for an answer that is neither the whole file nor a refusal which says when to try again. */
function requireAnswered(results) {
  for (const { status, retryAfter, lines } of results)
    if (!(status === 200 ? lines === ADS + 1 : status === 429 && Number(retryAfter) > 0))
      throw new Error(`An export was answered by ${status} with ${lines} lines, Retry-After ${retryAfter}.`);
}
