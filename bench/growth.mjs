// The time of a list as its table grows, ads and posts: `node bench/growth.mjs [--rows 5000000]`, after `pnpm build`. Two
// companies stand in one table: one stays as it is, the other grows with it. The last size is left out where filling it
// would take more than half an hour or 40 GB. The table and the picture go into bench/results.md.
import { statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fillAds, fillPosts } from './fill.mjs';
import { drawGrowth } from './growth/picture.mjs';
import { fasterThanLogarithm, growthTable } from './growth/tell.mjs';
import { writeResults } from './results.mjs';
import { percentile, reportFloor, timed } from './run.mjs';
import { table as sectionTable } from './sections.mjs';
import { addCompany, call, startService } from './service.mjs';

const SIZES = [10_000, 100_000, 1_000_000, 5_000_000];
/** The rows of the company that stays. */
const STEADY = 5000;
const TIMES = 30;
const MOST_SECONDS = 30 * 60;
const MOST_BYTES = 40e9;
/** A larger table takes longer by row, and its indexes stand beside what they are made from. */
const SLACK = 1.5;
/** Below this it is a first look, and is not written. */
const LEAST_WRITTEN = 1_000_000;

const lastPage = (total) => `page=${Math.max(1, Math.ceil(total / 25))}`;
const NOUNS = {
  ads: {
    path: 'facebook-ads',
    table: 'facebook_ads',
    fill: (service, company, rows) => fillAds(service, company, { ...rows, tags: 200 }),
    share: 20,
    cases: {
      'the first page': () => '',
      'the last page': lastPage,
      'by spend of 28 days': () => 'sort_by=cached_spend_last_28d',
      'a word that every eighth has': () => 'search=summer',
      'a rare text': () => 'search=abc12',
      'with two tags and without one': () => 'include_tags=tag%201&include_tags=tag%202&exclude_tags=tag%203',
    },
  },
  posts: {
    path: 'social-media-posts',
    table: 'social_media_posts',
    fill: fillPosts,
    share: 10,
    cases: {
      'the first page': () => '',
      'the last page': lastPage,
      'by views, descending': () => 'sort_by=-cached_play_count',
      'a common word': () => 'search=matcha',
      'a rare text': () => 'search=abc12',
      'with a tag and without one': () => 'tagged_with=tag3&not_tagged_with=tag4',
    },
  },
};

const most = mostRows();
const sizes = SIZES.filter((size) => size <= most);
const measured = [];
for (const [noun, what] of Object.entries(NOUNS)) measured.push(await grow(noun, what));
await tell();

function mostRows() {
  try {
    const { values } = parseArgs({ options: { rows: { type: 'string', default: String(SIZES.at(-1)) } } });
    const rows = Number(values.rows);
    if (rows >= SIZES[0]) return rows;
    console.error(`--rows is '${values.rows}': give a number of at least ${SIZES[0]}.`);
  } catch (error) {
    console.error(`${error.message} The one option is --rows <number>.`);
  }
  return process.exit(2);
}

/**
 * Fills a table of one noun to each size in turn and measures its cases. Returns its `fills` (rows, seconds, bytes), its
 * `lines` (case, company, and a point for each size: rows, total, ms) and why a size was `left` out.
 */
async function grow(noun, { path, table, fill, share, cases }) {
  const service = await startService();
  try {
    const admin = await service.signIn('admin');
    const companies = { steady: await addCompany(service, admin, 'Steady'), growing: await addCompany(service, admin) };
    const lines = Object.keys(companies).flatMap((company) =>
      Object.keys(cases).map((name) => ({ company, name, points: [] })),
    );
    const fills = [];
    let left = '';
    await fill(service, companies.steady, { ours: STEADY, others: 0, every: 1 });
    for (const rows of sizes) {
      left = reasonToLeave(fills.at(-1), rows);
      if (left) break;
      const started = Date.now();
      const from = fills.at(-1)?.rows ?? STEADY;
      await fill(service, companies.growing, { ours: 0, others: rows - from, every: share, from });
      const seconds = (Date.now() - started) / 1000;
      fills.push({ rows, seconds, bytes: await bytesOf(service, table) });
      // A token holds for fifteen minutes, and a fill may take them.
      const token = await service.signIn('admin');
      if (fills.length === 1) await reportFloor(service, token);
      for (const line of lines) {
        const { id } = companies[line.company];
        const list = (query) => call(`${service.url}/${path}?company_id=${id}&${query}`, { token });
        const query = cases[line.name]((await list('page_size=1')).total);
        const { total } = await list(query);
        const milliseconds = await timed(TIMES, () => list(query));
        line.points.push({ rows, total, ms: percentile(milliseconds, 0.5) });
        const name = `${noun}, ${line.company}: ${line.name} (${total.toLocaleString('en-US')})`;
        console.log(
          `${name.padEnd(64)} ${rows.toLocaleString('en-US').padStart(10)} rows ${line.points.at(-1).ms.toFixed(1).padStart(8)} ms`,
        );
      }
    }
    if (left) console.log(left);
    return { noun, fills, lines, left };
  } finally {
    await service.stop();
  }
}

/** Why the next size is not filled, by what the last one took; empty when it is. */
function reasonToLeave(last, rows) {
  if (!last) return '';
  const times = (rows / last.rows) * SLACK;
  const number = rows.toLocaleString('en-US');
  if (last.seconds * times > MOST_SECONDS)
    return `${number} rows were left out: filling ${last.rows.toLocaleString('en-US')} took ${last.seconds.toFixed(0)} s, and they would take more than half an hour.`;
  const { bavail, bsize } = statfsSync(os.tmpdir());
  if (last.bytes * times > Math.min(MOST_BYTES, bavail * bsize * 0.8))
    return `${number} rows were left out: they would take more than 40 GB, or than is free in ${os.tmpdir()}.`;
  return '';
}

async function bytesOf({ db, sql }, table) {
  const { rows } = await sql`
    select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where oid in (${table}::regclass, 'tag_uses'::regclass)
      or oid in (select inhrelid from pg_inherits where inhparent = 'tag_uses'::regclass)`.execute(db);
  return Number(rows[0].bytes);
}

async function tell() {
  const number = (value) => value.toLocaleString('en-US');
  const parts = [
    `Medians of ${TIMES} calls, whole and by HTTP: a page of 25 with its exact total and sums. In one table stand two companies: the *steady* one has ${number(STEADY)} rows whatever the table has; the *growing* one has a twentieth of the ads, a tenth of the posts. What grows with the table alone is seen in the first, what grows with the rows that are counted in the second.`,
    '![Medians by the rows of the table](growth.svg)',
  ];
  for (const { noun, fills, lines, left } of measured) {
    const shown = fills.map(({ rows }) => number(rows));
    const cells = (name, of) => [`${noun}: ${name}`, ...fills.map(of)];
    parts.push(
      `### ${noun[0].toUpperCase()}${noun.slice(1)}`,
      growthTable(lines, shown),
      ...fasterThanLogarithm(lines),
      sectionTable(
        ['rows of the table', ...shown],
        [
          cells('filled up to there, s', ({ seconds }) => seconds.toFixed(0)),
          cells('table, tags and indexes, MB', ({ bytes }) => number(Math.round(bytes / 1e6))),
        ],
      ),
      ...(left ? [left] : []),
    );
  }
  console.log(`\n${parts.join('\n\n')}`);
  if (sizes.at(-1) < LEAST_WRITTEN) return console.log('\nNot written into bench/results.md: a first look.');
  writeFileSync(fileURLToPath(new URL('growth.svg', import.meta.url)), drawGrowth(measured));
  const args = process.argv.slice(2).map((word) => ` ${word}`);
  return writeResults('Growth', `node bench/growth.mjs${args.join('')}`, parts);
}
