// Tables as full as a migration finds them: by each table's name the columns and, of row n, the values.
const name = (n) => `'name ' || ${n}`;
const FILLS = {
  users: ['username, username_key, password_hash', `${name('n')}, ${name('n')}, ''`],
  sessions: ['id, user_id, refresh_hash, expires_at', "gen_random_uuid(), person, '', now() + interval '1 day'"],
  product_variants: [
    'company_id, sales_channel, product_variant_identifier, cached_product_name, cached_product_variant_name, sync_status',
    `company, 'amazon', ${name('n')}, 'Mug ' || md5(n::text), 'Red', 'never'`,
  ],
  product_variant_cogs: ['product_variant_id, cogs_amount', 'n, 2.5'],
  facebook_ads: [
    'company_id, ad_identifier, ad_name, campaign_name, adset_name, spend_last_7d, spend_last_28d',
    `company, n::text, 'Summer ' || md5(n::text), 'Campaign ' || n % 300, 'Women ' || n % 50, n % 1000, n % 5000`,
  ],
  social_media_posts: [
    'company_id, url, platform, status, cached_caption',
    `company, 'https://example.test/' || n, 'tiktok', 'active', 'a green morning ' || md5(n::text)`,
  ],
  social_media_profiles: [
    'company_id, platform, platform_username, status',
    `company, 'tiktok', ${name('n')}, 'active'`,
  ],
  social_media_search_terms: ['company_id, platform, search_term, status', `company, 'tiktok', ${name('n')}, 'active'`],
  agent_sessions: ['tab_id, user_id', `${name('n')}, person`],
  agent_messages: ['tab_id, role, content', `${name('n')}, 'user', 'Which posts are in error? ' || md5(n::text)`],
  audit_log: [
    'user_id, username, action, resource, record_id, after, request_id, company_id',
    `person, 'x', 'create', 'social_media_post', n::text, jsonb_build_object('company_id', company), md5(n::text), case when n % 4 > 0 then company end`,
  ],
};
/** The rows that others need first. */
const NEEDS = { product_variant_cogs: ['product_variants'], agent_messages: ['agent_sessions'] };
const PEOPLE = 1000;
const COMPANIES = 20;

/** The tables that people use and that grow. */
export const FULL_TABLES = Object.keys(FILLS);

/**
 * Fills `tables` of an empty database with so many rows each, and what they refer to.
 *
 * @param fill is handed a table and what fills it in a transaction, and runs it
 */
export async function fillTables({ sql }, tables, rows, fill) {
  await fill('companies', (transaction) =>
    sql`
      insert into companies (name, slug, logo_url, timezone)
      select 'Company ' || n, 'company-' || n, 'https://example.test/x.png', 'America/Denver'
      from generate_series(1, ${COMPANIES}::int) n`.execute(transaction),
  );
  const wanted = ['users', ...tables.flatMap((table) => [...(NEEDS[table] ?? []), table])];
  for (const table of [...new Set(wanted)]) {
    const [columns, values] = FILLS[table];
    const count = table === 'users' && !tables.includes('users') ? PEOPLE : rows;
    await fill(table, (transaction) =>
      sql`
        insert into ${sql.table(table)} (${sql.raw(columns)})
        select ${sql.raw(values)} from generate_series(1, ${count}::int) n,
          lateral (select 1 + n % ${COMPANIES}::int as company, 1 + n % ${PEOPLE}::int as person) as of`.execute(
        transaction,
      ),
    );
  }
}
