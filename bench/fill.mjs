// The rows that the lists are measured over: so many of a company's, and so many of the others, which are the
// demonstration's twelve unless it says how many.

/**
 * Fills a table, and those beside it, by `fill`, which is handed a transaction: rows first, then the table's indexes as the
 * migrations made them. Afterwards the planner knows them all.
 */
export async function fillTable({ db, sql }, { table, beside = [] }, fill) {
  console.log(`Filling ${table} …`);
  const { rows: indexes } = await sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = ${table}::regclass and not indisunique and not indisexclusion`.execute(db);
  await db.transaction().execute(async (transaction) => {
    await sql`set local maintenance_work_mem = '256MB'`.execute(transaction);
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(transaction);
    await fill(transaction);
    for (const { definition } of indexes) await sql.raw(definition).execute(transaction);
  });
  for (const filled of [table, ...beside]) await sql`vacuum analyze ${sql.table(filled)}`.execute(db);
}

/** Product variants, with what their filters and sorts tell apart. */
export function fillVariants(service, company, { ours, others, companies = 12 }) {
  const { sql } = service;
  return fillTable(service, { table: 'product_variants' }, async (transaction) => {
    await sql`
    insert into product_variants (company_id, sales_channel, product_variant_identifier, cached_product_name,
      cached_product_variant_name, override_product_name, override_product_variant_name, is_active, last_synced_at,
      sync_status, cost_until)
    select case when n <= ${ours}::int then ${company.id}::int else 1 + n % ${companies}::int end,
      (array['amazon', 'shopify', 'tiktok'])[1 + n % 3],
      'SKU-' || lpad((n::bigint * 7919 % 1000003)::text, 7, '0'),
      (array['Organic', 'Heavy', 'Soft', 'Vintage', 'Classic', 'Deluxe', 'Mini', 'Travel'])[1 + n::bigint * 31 % 8] || ' '
        || (array['Cotton Tee', 'Wallet', 'Mug', 'Yoga Mat', 'Cream', 'Boots', 'Scarf', 'Case'])[1 + n / 8 % 8]
        || ' ' || md5(n::text),
      (array['Small', 'Medium', 'Large', 'XL'])[1 + n % 4] || ' / ' || (array['Red', 'Blue', 'Green', 'Bone'])[1 + n / 4 % 4],
      case when n % 4 = 0 then 'Renamed ' || md5(n::text) end, case when n % 20 = 0 then 'Pack of ' || n % 7 end,
      n % 9 <> 0, case when n % 11 <> 0 then now() - make_interval(mins => n % 500000) end,
      case when n % 11 = 0 then 'never' when n % 13 = 0 then 'failed' else 'success' end,
      -- As if all but a few had a cost: a million periods would take longer than all else.
      case when n % 23 = 0 then '-infinity'::date when n % 29 = 0 then current_date - n % 100 else 'infinity' end
    from generate_series(1, ${ours + others}::int) as n`.execute(transaction);
  });
}

/**
 * Ads with tags: a refresh brings those of one company together, so they stand in runs of five hundred, of which every
 * `every`th is the company's. They are those after the first `from`, so that a table can grow.
 */
export function fillAds(service, company, { ours, others, tags, companies = 12, every = 20, from = 0 }) {
  const { sql } = service;
  return fillTable(service, { table: 'facebook_ads', beside: ['tags', 'tag_uses'] }, async (transaction) => {
    // The rows refer to rows of the same fill; a check of each row would take longer than the rows.
    // What lists count is kept all the same.
    await sql`alter table facebook_ads enable always trigger keep_sums_of_new`.execute(transaction);
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`
    insert into tags (company_id, resource_type, name, name_key)
    select id, 'facebook_ad', 'tag ' || n, 'tag ' || n from companies, generate_series(1, ${tags}::int) as n
    on conflict do nothing`.execute(transaction);
    // A refresh brings the ads of one company together, so they stand in runs. Three tags of ours are on more than half,
    // half and a third of the ads; the others, and all of the others', on a few.
    await sql`
    insert into facebook_ads (company_id, ad_identifier, ad_name, ad_type, campaign_name, adset_name, spend_last_1d,
      spend_last_7d, spend_last_14d, spend_last_28d, cache_updated_at, tag_ids)
    select company_id, (23850000000000 + n)::text,
      (array['Spring', 'Summer', 'Autumn', 'Winter', 'Holiday', 'Sale', 'Brand', 'Launch'])[1 + n % 8]
        || ' – ' || md5(n::text) || ' v' || n % 9,
      (array['image', 'video', 'carousel', 'collection'])[1 + n / 8 % 4],
      'Campaign ' || n % 300 || ' | Prospecting', 'Women ' || n % 50,
      spend, spend * case when n % 23 = 0 then 9 else 6.5 end, spend * 12.25, spend * 25, now() - make_interval(mins => n % 5000),
      array(select id from tags where tags.company_id = owner.company_id and resource_type = 'facebook_ad' and name_key = any(carried)
        order by id)
    from generate_series(${from + 1}::int, ${from + ours + others}::int) as n,
      lateral (select case when n / 500 % ${every}::int = ${every - 1}::int then ${company.id}::int else 1 + n / 500 % ${companies}::int end as company_id) as owner,
      lateral (select case when n % 17 <> 0 then round(abs(hashint4(n)) % 100000 / 100.0, 2) end as spend) as spent,
      lateral (
        select array_agg('tag ' || 4 + abs(hashint4(n + of)) % ${tags - 3}::int)
            || case when ours and n / 8 % 10 < 6 then 'tag 1' end
            || case when ours and n / 80 % 2 = 0 then 'tag 2' end
            || case when ours and n % 3 = 0 then 'tag 3' end as carried
        from (select owner.company_id = ${company.id}::int as ours) as whose, generate_series(1, case when ours then 4 else 1 end) as of
        group by ours
      ) as tagging`.execute(transaction);
    await sql`
    insert into tag_uses (resource_type, company_id, resource_id, tag_id)
    select 'facebook_ad', company_id, id, unnest(tag_ids) from facebook_ads where id > (select max(id) - ${ours + others}::int from facebook_ads)`.execute(
      transaction,
    );
  });
}

/** Posts with twenty tags, each on each tenth post of ours; in runs of fifty, `every` and `from` as of ads. */
export function fillPosts(service, company, { ours, others, companies = 12, every = 10, from = 0 }) {
  const { sql } = service;
  return fillTable(service, { table: 'social_media_posts', beside: ['tags', 'tag_uses'] }, async (transaction) => {
    // Posts are added by the list, so they stand in runs. Twenty tags, each on each tenth post of ours.
    await sql`
    insert into tags (company_id, resource_type, name, name_key)
    select ${company.id}::int, 'social_media_post', 'tag' || t, 'tag' || t from generate_series(1, 20) t
    on conflict do nothing`.execute(transaction);
    await sql`
    insert into social_media_posts (company_id, url, platform, post_type, status, cached_author_username, cached_caption,
      cached_play_count, created_at, updated_at, tag_ids)
    select case when n / 50 % ${every}::int = ${every - 1}::int then ${company.id}::int else 1 + n / 50 % ${companies}::int end,
      'https://www.instagram.com/p/' || md5(n::text), (array['instagram', 'tiktok', 'youtube'])[1 + n % 3],
      (array['video', 'reel', 'image'])[1 + n / 5 % 3], (array['pending', 'active', 'inactive', 'error'])[1 + n / 7 % 4],
      'creator_' || n % 5000,
      (select string_agg((array['summer', 'sale', 'green', 'tea', 'matcha', 'coffee', 'morning', 'routine', 'haul',
          'review', 'skincare', 'glow', 'outfit', 'trail', 'hiking', 'boots', 'giveaway', 'recipe', 'vegan', 'puppy',
          'toy', 'yarn', 'cosy', 'winter', 'books', 'shelf', 'desert', 'bloom', 'garden', 'kettle', 'صباح', '抹茶',
          '🍵'])[1 + (hashint4(n * 31 + i) & 2147483647) % 33], ' ') from generate_series(1, 10 + n % 12) i)
        || case when n % 100 = 0 then repeat(' lorem ipsum dolor', 100) else '' end,
      case when n % 13 <> 0 then (hashint4(n) & 2147483647) % 1000000 end,
      now() - make_interval(mins => n), now() - make_interval(mins => n),
      case when n / 50 % ${every}::int = ${every - 1}::int then array(
        select id from tags where company_id = ${company.id}::int and resource_type = 'social_media_post' and (hashint4(n * 37 + id) & 2147483647) % 10 = 0
        order by id) else '{}' end
    from generate_series(${from + 1}::int, ${from + ours + others}::int) as n`.execute(transaction);
    await sql`
    insert into tag_uses (resource_type, company_id, resource_id, tag_id)
    select 'social_media_post', company_id, id, unnest(tag_ids) from social_media_posts
    where company_id = ${company.id}::int
      and id > (select max(id) - ${ours + others}::int from social_media_posts)`.execute(transaction);
  });
}
