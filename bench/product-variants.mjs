// Lists of product variants, a hundred thousand in the company and a million in the table, and twenty people who save
// costs of one variant at once: `node bench/product-variants.mjs`, after `pnpm build`.
import { addCompany, call, fillTable, report, reportFloor, reportLists, rows, startService } from './service.mjs';

const OTHERS = rows(900_000);
const OURS = rows(100_000);
const TIMES = 40;

const service = await startService();
const { sql, url } = service;
const token = await service.signIn('admin');

const company = await addCompany(service, token);

await fillTable(service, { table: 'product_variants' }, async (transaction) => {
  await sql`
    insert into product_variants (company_id, sales_channel, product_variant_identifier, cached_product_name,
      cached_product_variant_name, override_product_name, override_product_variant_name, is_active, last_synced_at,
      sync_status)
    select case when n <= ${OURS}::int then ${company.id}::int else 1 + n % 12 end,
      (array['amazon', 'shopify', 'tiktok'])[1 + n % 3],
      'SKU-' || lpad((n::bigint * 7919 % 1000003)::text, 7, '0'),
      (array['Organic', 'Heavy', 'Soft', 'Vintage', 'Classic', 'Deluxe', 'Mini', 'Travel'])[1 + n::bigint * 31 % 8] || ' '
        || (array['Cotton Tee', 'Wallet', 'Mug', 'Yoga Mat', 'Cream', 'Boots', 'Scarf', 'Case'])[1 + n / 8 % 8]
        || ' ' || md5(n::text),
      (array['Small', 'Medium', 'Large', 'XL'])[1 + n % 4] || ' / ' || (array['Red', 'Blue', 'Green', 'Bone'])[1 + n / 4 % 4],
      case when n % 4 = 0 then 'Renamed ' || md5(n::text) end, case when n % 20 = 0 then 'Pack of ' || n % 7 end,
      n % 9 <> 0, case when n % 11 <> 0 then now() - make_interval(mins => n % 500000) end,
      case when n % 11 = 0 then 'never' when n % 13 = 0 then 'failed' else 'success' end
    from generate_series(1, ${OURS + OTHERS}::int) as n`.execute(transaction);
});

await reportFloor(service, token);
const list = (query) => call(`${url}/product-variants?company_id=${company.id}&${query}`, { token });
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
  'an exact identifier': 'product_variant_identifier=SKU-0007919',
};
await reportLists(list, CASES, TIMES);

const [variant] = (await list('')).items;
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
report('a save of costs, 20 clients on one variant at once', saves, 'all answered');

await service.stop();
