// A database of the release 79f7cba comes to this version with its data, and what is not known of old rows is shown as
// unknown (docs/upgrading.md).
import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from './database/connection';
import type { AdSpend } from 'contract/ads/spend';
import { GROUPS } from 'contract/session';
import { finishBackgroundSteps } from './database/background-steps';
import { migrate } from './database/migrate';
import { MIGRATIONS } from './database/migration-files';
import { hashPassword } from './session/passwords';
import { CHEAP, openConsole, PASSWORD, signedInAs, type Person, type TestConsole } from './testing/console';
import { emptyDatabase } from './testing/database';
import { upgrade } from './upgrade';

/** The last migration of 79f7cba. */
const LAST = '0029_texts_of_posts_in_an_index.sql';

let console_: TestConsole;
let admin: Person;

/** The schema of 79f7cba: migrations never change once they have run. */
async function migrateToRelease({ connection }: Database) {
  const folder = await mkdtemp(path.join(tmpdir(), 'console-release-'));
  const files = (await readdir(MIGRATIONS)).filter((file) => file <= LAST);
  for (const file of files) await copyFile(path.join(MIGRATIONS, file), path.join(folder, file));
  await migrate(connection, { folder });
  await rm(folder, { recursive: true });
}

/** Rows as that release wrote them. */
async function fill({ db }: Database) {
  const hash = await hashPassword(PASSWORD, CHEAP);
  await sql`
    with admin as (
      insert into users (username, username_key, password_hash) values ('admin', 'admin', ${hash}) returning id
    )
    insert into user_groups select id, unnest(${[...GROUPS]}::text[]) from admin`.execute(db);
  await sql
    .raw(
      `
    insert into companies (name, slug, logo_url, timezone)
    values ('Northwind Tea', 'northwind-tea', 'https://example.test/logo.png', 'America/New_York');
    insert into product_variants (company_id, sales_channel, product_variant_identifier, cached_product_name,
      cached_product_variant_name)
    values (1, 'shopify', 'SKU-1', 'Sencha', '100 g'), (1, 'amazon', 'SKU-2', 'Matcha', '30 g');
    insert into product_variant_cogs (product_variant_id, cogs_amount, effective_start_date) values (1, 4.5, '2026-01-01');
    insert into facebook_ads (company_id, ad_identifier, ad_name, ad_type, campaign_name, adset_name, spend_last_1d,
      spend_last_7d, spend_last_14d, spend_last_28d, cache_updated_at)
    values (1, '1001', 'Sencha v1', 'image', 'Spring', 'Women', 10.01, 70.07, 140.14, 280.28, now()),
      (1, '1002', 'Matcha v1', 'video', 'Spring', 'Men', 0, 0, 0, 0, null);
    insert into tags (company_id, resource_type, name, name_key) values (1, 'facebook_ad', 'Spring', 'spring');
    insert into tag_uses (resource_type, company_id, resource_id, tag_id) values ('facebook_ad', 1, 1, 1);
    insert into social_media_posts (company_id, url, platform, status, cached_author_username)
    values (1, 'https://www.youtube.com/watch?v=aaaaaaaaaaa', 'youtube', 'pending', null),
      (1, 'https://www.tiktok.com/@ada/video/2', 'tiktok', 'active', 'ada');
    insert into knowledge (name, content) values ('Returns', 'Thirty days.');
    insert into audit_log (username, action, resource, record_id, after, request_id)
    select 'admin', 'create', 'social_media_post', n::text, jsonb_build_object('id', n, 'company_id', 1), 'request-1'
    from generate_series(1, 2) n;
  `,
    )
    .execute(db);
}

beforeAll(async () => {
  const database = await emptyDatabase();
  await migrateToRelease(database);
  await fill(database);
  const key = { encryptionKey: randomBytes(32), encryptionKeyFile: null, isEncryptionKeyNew: false };
  await upgrade(database, key, () => undefined);
  await finishBackgroundSteps(database.connection);
  console_ = await openConsole(key, {}, database);
  admin = await signedInAs(console_.app, console_.nobody, 'admin');
});
afterAll(() => console_.close());

const itemsOf = async (address: string) => (await admin.get<{ items: unknown[] }>(address)).body.items;

test('people sign in with the password that they had, and keep their groups', async () => {
  expect((await admin.get('/users/me')).body).toMatchObject({ username: 'admin', groups: [...GROUPS].sort() });
});

test('variants keep their costs; where a cost came from is not known, and neither is a picture', async () => {
  expect(await itemsOf('/product-variants?company_id=1&sort_by=product_variant_identifier')).toMatchObject([
    { product_variant_identifier: 'SKU-1', cost_today: 4.5, sync_status: 'never', last_synced_at: null },
    { product_variant_identifier: 'SKU-2', cost_today: null, sync_status: 'never', last_synced_at: null },
  ]);
  expect(await itemsOf('/product-variant-cogs/timeline/1')).toMatchObject([
    { cogs_record: { cogs_amount: 4.5, effective_start_date: '2026-01-01', source: null } },
  ]);
});

test('ads keep their four windows and tags; that their spend has no days is said, not shown as nothing', async () => {
  expect(await itemsOf('/facebook-ads?company_id=1')).toMatchObject([
    { spend_last_1d: 10.01, spend_last_7d: 70.07, spend_last_14d: 140.14, spend_last_28d: 280.28, tags: ['Spring'] },
    { spend_last_28d: 0, tags: [] },
  ]);
  const { body } = await admin.get<AdSpend>('/facebook-ads/spend?company_id=1&by=day');
  expect(body).toMatchObject({ ads: 2, total: 0, without_days: { ads: 1, spend_last_28d: 280.28 } });
  expect(await itemsOf('/facebook-ads/1/days')).toEqual([]);
});

test('a tag is counted where it is used, and when it was used last is not known', async () => {
  expect(await itemsOf('/tags/by-name?company_id=1&resource_types=facebook_ad')).toMatchObject([
    { name: 'Spring', usage_count: 1, last_used_on: null },
  ]);
});

test('posts keep what was read of them, and those that are pending can be reviewed', async () => {
  expect(await itemsOf('/social-media-posts?company_id=1&sort_by=-status')).toMatchObject([
    { status: 'pending', cached_author_username: null },
    { status: 'active', cached_author_username: 'ada' },
  ]);
  const { body } = await admin.post('/social-media-posts/review/next', { company_id: 1 });
  expect(body).toMatchObject({ pending: 1, items: [{ url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' }] });
});

test('nothing is connected, no rule of names runs, and knowledge is found', async () => {
  expect(await itemsOf('/connections')).toEqual([]);
  expect(await itemsOf('/naming-rules?company_id=1')).toEqual([]);
  expect(await itemsOf('/knowledge?content_contains=Thirty')).toMatchObject([{ name: 'Returns' }]);
});

test('what an old request did to several records is one line of the Activity', async () => {
  expect(await itemsOf('/audit?grouped=true&resource=social_media_post')).toMatchObject([
    { action: 'create', resource: 'social_media_post', group_size: 2 },
  ]);
});
