// Lists of product variants, a hundred thousand in the company and a million in the table, an import of 50,000 costs, and
// twenty people who save costs of one variant at once: `node bench/product-variants.mjs`, after `pnpm build`.
import { fillVariants } from './fill.mjs';
import { besidePostgrest } from './postgrest.mjs';
import { report, reportLists, rows, run } from './run.mjs';
import { call } from './service.mjs';

const OTHERS = rows(900_000);
const OURS = rows(100_000);
const TIMES = 40;
const LINES = rows(50_000);
const PART = 500;

const pages = OURS / 25;
const CASES = {
  'the first page': '',
  'the page in the middle': `page=${pages / 2}`,
  'the last page': `page=${pages}`,
  'the last page by variant name, descending': `page=${pages}&sort_by=-display_product_variant_name`,
  'longest not synchronised': 'sort_by=last_synced_at',
  'synchronised last': 'sort_by=-last_synced_at',
  'not active, by product name': 'is_active=false&sort_by=display_product_name',
  'one channel, by update': 'sales_channel=amazon&sort_by=-updated_at',
  'a letter that every product has': 'cached_product_name=a',
  'two letters that none has': 'cached_product_name=zq',
  'a word that every eighth has': 'cached_product_name=cotton&sort_by=-display_product_name',
  'a rare text': 'cached_product_name=abc12&sort_by=-updated_at',
  'a letter in the overrides': 'override_product_name=e&sort_by=-created_at',
  'letters in two names, one channel, active':
    'cached_product_name=o&cached_product_variant_name=e&sales_channel=shopify&is_active=true',
  'active, with a cost today': 'cost=with',
  'active, without a cost today': 'cost=without',
  'active, the cost ends within 30 days': 'cost=ending&sort_by=display_product_name',
  'an exact identifier': 'product_variant_identifier=SKU-0007919',
};

await run('Variants', {
  fill: (service, company) => fillVariants(service, company, { ours: OURS, others: OTHERS }),
  async measure(service, { company, token }) {
    const { url } = service;
    const list = (query) => call(`${url}/product-variants?company_id=${company.id}&${query}`, { token });
    await reportLists(list, CASES, TIMES);

    await saveTogether(url, token, (await list('')).items[0]);
    await importCosts(service, company, token);
    return besidePostgrest(service, token, {
      path: 'product-variants',
      table: 'product_variants',
      columns:
        'id company_id is_active sales_channel product_variant_identifier cached_product_name cached_product_variant_name override_product_name override_product_variant_name last_synced_at'.split(
          ' ',
        ),
      order: ['product_variant_identifier', 'asc'],
      companyId: company.id,
      cases: {
        'variants: a word that every eighth has': {
          query: 'cached_product_name=cotton',
          column: 'cached_product_name',
          text: 'cotton',
        },
        'variants: a rare text': { query: 'cached_product_name=abc12', column: 'cached_product_name', text: 'abc12' },
      },
    });
  },
});

/** An import of costs, a line for each of the company's variants, as its dialog sends it: a forecast of all, then the save. */
async function importCosts({ db, sql, url }, { id: company_id }, token) {
  const { rows: variants } = await sql`
    select sales_channel, product_variant_identifier from product_variants where company_id = ${company_id}
    order by id limit ${LINES}`.execute(db);
  const parts = Array.from({ length: Math.ceil(variants.length / PART) }, (_, at) =>
    variants.slice(at * PART, (at + 1) * PART).map((variant, line) => ({
      ...variant,
      cogs_amount: 5,
      effective_start_date: '2026-01-01',
      line: at * PART + line + 1,
    })),
  );
  for (const [name, dry_run, seconds] of [
    ['forecast', true, 10],
    ['saved', false, 60],
  ]) {
    const calls = [];
    for (const items of parts) {
      const started = performance.now();
      const body = { company_id, items, file: 'costs.csv', dry_run };
      const { error_count } = await call(`${url}/product-variant-cogs/bulk/create`, { token, body });
      if (error_count) throw new Error(`${error_count} costs were refused`);
      calls.push(performance.now() - started);
    }
    const total = (calls.reduce((sum, one) => sum + one, 0) / 1000).toFixed(1);
    report(`an import of ${variants.length} costs, ${name} in ${total} s: each ${PART}`, calls, `all ${seconds} s`);
  }
}

/** Twenty people who save costs of one variant at once. */
async function saveTogether(url, token, variant) {
  const saves = [];
  const client = async (at) => {
    for (let save = 0; save < 25; save += 1) {
      const day = (at * 7919 + save * 104_729) % 400;
      const start = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
      const started = performance.now();
      await call(`${url}/product-variant-cogs`, {
        token,
        body: { product_variant_id: variant.id, cogs_amount: 1 + at, effective_start_date: start },
      });
      saves.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, at) => client(at)));
  report('a save of costs, 20 clients on one variant at once', saves, 'none failed');
}
