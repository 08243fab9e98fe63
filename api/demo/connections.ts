/**
 * The demonstration's connections, and the stand-ins that they read: on this machine, with the very variants and ads that
 * are stored, changed here and there. One store refuses now and then, so that a failure and its end can be watched.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import { dateOf, dayOf } from 'contract/calendar';
import type { ConnectionSource } from 'contract/company/connections';
import { credentialPlace, hintOf } from '../src/connections/credential-secrets';
import { startKlaviyoStandIn } from '../src/connections/klaviyo/stand-in';
import { startMetaStandIn, type StandInAd } from '../src/connections/meta/stand-in';
import { startShopifyStandIn, type StandInStore, type StandInVariant } from '../src/connections/shopify/stand-in';
import { SOURCE_NAMES } from '../src/connections/source';
import { startYoutubeStandIn, type YoutubeStandIn } from '../src/connections/youtube/stand-in';
import { videoIdOf } from '../src/connections/youtube/video-id';
import type { Tables } from '../src/database/connection';
import type { Secrets } from '../src/database/secrets';
import type { SourceAddresses } from '../src/start/source-addresses';

import { klaviyoKeyOf, type DemonstrationPlace } from './companies';
import { centsByDay, type Windows } from './facebook-ad-days';

/** A connection of the demonstration; a store's name ends in .example and Meta's ids do not begin with 0, so that no one else's is meant. YouTube has none. */
interface DemonstrationConnection {
  readonly slug: string;
  readonly source: ConnectionSource;
  readonly account: string | null;
}

const CONNECTIONS: readonly DemonstrationConnection[] = [
  { slug: 'harbor-pine', source: 'shopify', account: 'harbor-pine.example' },
  { slug: 'lumen-skin', source: 'shopify', account: 'lumen-skin.example' },
  { slug: 'lumen-skin', source: 'meta', account: 'act_01' },
  { slug: 'prairie-kettle', source: 'youtube', account: null },
];
/** The store that refuses every third run. */
const MOODY = 'lumen-skin.example';

const tokenOf = ({ source, slug }: DemonstrationConnection): string => `demo-${source}-token-of-${slug}`;

/** Connects the companies. Nothing is read before somebody asks for it. */
export async function fillConnections(
  transaction: Transaction<Tables>,
  secrets: Secrets,
  places: readonly DemonstrationPlace[],
  now: Date,
): Promise<void> {
  for (const one of CONNECTIONS) {
    const { slug, source, account } = one;
    const company_id = places.find((place) => place.slug === slug)?.id ?? 0;
    const { id } = await transaction
      .insertInto('credentials')
      .values({
        company_id,
        source,
        label: `${slug} on ${source}`,
        hint: hintOf(tokenOf(one)),
        kind: source === 'youtube' ? 'key' : 'token',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`update credentials set secret = ${secrets.seal(tokenOf(one), credentialPlace(id))} where id = ${id}`.execute(
      transaction,
    );
    await transaction
      .insertInto('connections')
      .values({
        company_id,
        source,
        external_id: account,
        external_name: account ?? SOURCE_NAMES[source],
        credential_id: id,
        settings: { costs: 'propose' },
        state: 'ok',
        failures: 0,
        confirmed_at: now.toISOString(),
      })
      .execute();
  }
}

/** The stand-ins of the demonstration. */
export interface DemonstrationSources {
  readonly addresses: Partial<SourceAddresses>;
  close(): Promise<void>;
}

/** Starts them on free ports of this machine, with what the database holds. */
export async function startDemonstrationSources(db: Kysely<Tables>): Promise<DemonstrationSources> {
  const [shopify, meta, youtube, klaviyo] = await Promise.all([
    startShopifyStandIn(),
    startMetaStandIn(),
    startYoutubeStandIn(),
    startKlaviyoStandIn({ [klaviyoKeyOf('harbor-pine')]: { id: 'DEMO01', organization: 'Harbor & Pine Outfitters' } }),
  ]);
  for (const one of CONNECTIONS) {
    const { slug, source, account } = one;
    if (account === null) {
      youtube.keys.add(tokenOf(one));
      await fillVideos(db, slug, youtube);
    } else if (source === 'shopify') shopify.stores.set(account, await storeOf(db, one, account));
    else {
      const expires = Math.floor(Date.now() / 1000) + EXPIRES_IN_DAYS * 86_400;
      meta.tokens.set(tokenOf(one), { scopes: ['ads_read'], expires, accounts: [account] });
      const ads = await adsOf(db, slug);
      meta.accounts.set(account, { name: slug, currency: 'USD', zone: 'America/Los_Angeles', status: 1, ads });
    }
  }
  return {
    addresses: { shopify: `${shopify.url}/{name}`, meta: meta.url, youtube: youtube.url, klaviyo: klaviyo.url },
    close: () => Promise.all([shopify, meta, youtube, klaviyo].map((one) => one.close())).then(() => undefined),
  };
}

const EXPIRES_IN_DAYS = 9;
/** Ids as Shopify's are, above all that is typed by hand. */
const FIRST_ID = 48_000_000_000_000;
const NEW_VARIANTS = 4;

interface StoredVariant {
  readonly identifier: string;
  readonly product: string;
  readonly title: string;
  readonly cost: number | null;
}

/** A company's variants as its store has them: known by SKU, some renamed, some with another cost, a few new. */
async function storeOf(db: Kysely<Tables>, one: DemonstrationConnection, account: string): Promise<StandInStore> {
  const { rows } = await sql<StoredVariant>`
    select product_variant_identifier as identifier, cached_product_name as product, cached_product_variant_name as title, (
        select cogs_amount from product_variant_cogs
        where product_variant_id = product_variants.id
          and daterange(effective_start_date, effective_end_date, '[]') @> current_date) as cost
    from product_variants join companies on companies.id = company_id
    where slug = ${one.slug} and sales_channel = 'shopify' order by product_variants.id`.execute(db);
  const known = rows.map(({ identifier, product, title, cost }, at): StandInVariant => ({
    id: FIRST_ID + at,
    product: at % 37 === 5 ? `${product} (2026)` : product,
    title,
    // Two variants of one SKU cannot be told apart by it.
    sku: at === 9 ? (rows[8]?.identifier ?? identifier) : identifier,
    cost: cost === null ? null : (at % 25 === 4 ? cost * 1.08 : cost).toFixed(3),
  }));
  const fresh = Array.from({ length: NEW_VARIANTS }, (_, at): StandInVariant => {
    const id = FIRST_ID + known.length + at;
    return { id, product: 'New Arrival', title: `Edition ${at + 1}`, cost: '7.25' };
  });
  let runs = 0;
  return {
    token: tokenOf(one),
    shopName: account,
    variants: [...known, ...fresh],
    ...(account === MOODY && {
      refuses: (query) => {
        runs += query.includes('query Test') ? 1 : 0;
        return runs % 3 === 0 ? { status: 402, errors: 'Unavailable Shop' } : null;
      },
    }),
  };
}

interface StoredAd {
  readonly id: string;
  readonly name: string;
  readonly adset: string | null;
  readonly campaign: string | null;
  readonly windows: Windows;
}

/** A company's ads as its account has them, with the spend of each window spread over its days as it is stored. */
async function adsOf(db: Kysely<Tables>, slug: string): Promise<StandInAd[]> {
  const { rows } = await sql<StoredAd>`
    select ad_identifier as id, ad_name as name, adset_name as adset, campaign_name as campaign,
      array[spend_last_1d, spend_last_7d, spend_last_14d, spend_last_28d]::float8[] as windows
    from facebook_ads join companies on companies.id = company_id where slug = ${slug} order by facebook_ads.id`.execute(
    db,
  );
  const today = dayOf(new Date().toISOString().slice(0, 10));
  return rows.map(({ id, name, adset, campaign, windows }, at) => ({
    id,
    name,
    status: 'ACTIVE',
    adset: adset ?? 'All',
    campaign: campaign ?? 'All',
    creative: { object_type: 'PHOTO' },
    spend: spendByDay(windows, slug, at, today),
  }));
}

function spendByDay(windows: Windows, slug: string, at: number, today: number): Record<string, string> {
  const days = centsByDay(windows, slug, at).map(
    (cents, day) => [dateOf(today - 1 - day), (cents / 100).toFixed(2)] as const,
  );
  return Object.fromEntries(days.filter(([, spend]) => spend !== '0.00'));
}

interface StoredPost {
  readonly url: string;
  readonly author: string | null;
  readonly caption: string | null;
  readonly views: number | null;
}

/** A company's videos as YouTube has them, watched a little more; one in thirty is private. */
async function fillVideos(db: Kysely<Tables>, slug: string, youtube: YoutubeStandIn): Promise<void> {
  const { rows } = await sql<StoredPost>`
    select url, cached_author_username as author, cached_caption as caption, cached_play_count as views
    from social_media_posts join companies on companies.id = company_id
    where slug = ${slug} and platform = 'youtube' order by social_media_posts.id`.execute(db);
  const channelOf = (name: string) => {
    const channel = `UC${Buffer.from(name).toString('hex').slice(0, 22).padEnd(22, '0')}`;
    youtube.channels.set(channel, { title: name, handle: `@${name}`, subscribers: '1200' });
    return channel;
  };
  for (const [at, { url, author, caption, views }] of rows.entries()) {
    const id = videoIdOf(url);
    if (id === null || at % 30 === 29) continue;
    const channel = channelOf(author ?? 'kettle.stories');
    const title = caption ?? 'A morning with the kettle';
    youtube.videos.set(id, { title, channel, views: String(Math.round((views ?? 100) * 1.04)) });
  }
  const { rows: profiles } = await sql<{ name: string }>`
    select platform_username as name from social_media_profiles join companies on companies.id = company_id
    where slug = ${slug} and platform = 'youtube'`.execute(db);
  for (const { name } of profiles) channelOf(name.replace(/^@/, ''));
}
