// One run of a bench: the service on a database of its own, rows, the machine's floor, rounds, medians and percentiles,
// and the section of results.md. A bench says what it fills and what it measures.
import os from 'node:os';
import path from 'node:path';
import { writeResults } from './results.mjs';
import { table as sectionTable } from './sections.mjs';
import { addCompany, call, startService } from './service.mjs';

const [, script, share] = process.argv;

/** So many rows, or the share of them that the first argument names: `node bench/facebook-ads.mjs 0.1` fills a tenth. */
export const rows = (count) => Math.ceil(count * Number(share ?? 1));

/**
 * Runs a bench and writes what it reported into its section of results.md; a share of the rows is a first look, and is not
 * written. `fill` is handed the service and a company of its own, `measure` those and a fresh `token` of an administrator;
 * it may return further parts of the section, such as tables of its own. The service is stopped whatever happens.
 */
export async function run(heading, { environment = {}, empty = false, fill = () => undefined, measure }) {
  const service = await startService(environment, { empty });
  let parts;
  try {
    const company = await addCompany(service, await service.signIn('admin'));
    await fill(service, company);
    // A token holds for fifteen minutes, and a fill may take them.
    const token = await service.signIn('admin');
    await reportFloor(service, token);
    parts = await measure(service, { company, token });
  } finally {
    await service.stop();
  }
  if (share !== undefined)
    return console.log('\nNot written into bench/results.md: only a share of the rows was filled.');
  const lines = sectionTable(['milliseconds', 'median', '95 %', 'most', 'limit'], reported);
  return writeResults(heading, `node bench/${path.basename(script)}`, [lines, ...(parts ?? [])]);
}

/** Milliseconds of each of `times` runs, one after the other, after a few that are not counted. */
export async function timed(times, act) {
  for (let warm = 0; warm < Math.min(10, times); warm += 1) await act(-1);
  const milliseconds = [];
  for (let at = 0; at < times; at += 1) {
    const started = performance.now();
    await act(at);
    milliseconds.push(performance.now() - started);
  }
  return milliseconds;
}

/** The value below which this share of some milliseconds lies: 0.5 is the median, 1 the greatest; NaN of none. */
export function percentile(milliseconds, share) {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** The reported lines so far, as cells: name, median, 95th percentile, greatest, limit. */
const reported = [];

/** Prints the median, the 95th percentile and the greatest of some milliseconds, and the limit they are held against. */
export function report(name, milliseconds, limit = '') {
  const figures = [0.5, 0.95, 1].map((share) => percentile(milliseconds, share).toFixed(1));
  reported.push([name, ...figures, limit]);
  const count = String(milliseconds.length).padStart(6);
  console.log(`${name.padEnd(52)} ${figures.map((one) => one.padStart(8)).join(' ')}  ${count}  ${limit}`);
}

/** Prints what each list takes, one line a case: its name, how many rows match, and the limit of every list. */
export async function reportLists(list, cases, times) {
  for (const [name, query] of Object.entries(cases)) {
    const { total } = await list(query);
    const matching = `${name} (${total.toLocaleString('en-US')})`;
    report(matching, await timed(times, () => list(query)), 'median 20, 95 % 50');
  }
}

/** Prints the heading, the machine's load, and the floor: the cheapest call and a trivial indexed query by the same way. */
export async function reportFloor({ url }, token) {
  const load = os.loadavg()[0]?.toFixed(1);
  console.log(`${os.availableParallelism()} cores, load ${load}, Node ${process.version}\n`);
  console.log(`${'milliseconds'.padEnd(52)}   median      95%      max   count  limit`);
  report('floor: GET /health', await timed(200, () => call(`${url}/health`)));
  report('floor: GET /companies/1', await timed(200, () => call(`${url}/companies/1`, { token })));
}
