/**
 * PUT /ingest/{resource} on the wire: what a program has read from a source (DECISIONS §13, §14). A record is known by its
 * natural key; of its other fields an absent one stays as it is and null empties it. A value that breaks a rule is its
 * record's error and the others are stored; an unknown field, anywhere, is 422.
 */
import { adNoun } from '../ads/facebook-ads';
import { variantNoun } from '../company/product-variants';
import { postNoun } from '../social/posts';
import {
  calendarDate,
  company,
  count,
  dateTime,
  flag,
  integer,
  listOf,
  money,
  nullable,
  object,
  response,
  text,
  type Infer,
} from '../schema';

/** The most records of a call. */
export const MAX_INGEST_RECORDS = 1000;
/** The most days of one ad in a call. */
export const MAX_INGEST_DAYS = 60;
/** How many days of spend are kept of an ad, back from the last whole one. */
export const KEPT_SPEND_DAYS = 400;
/** How far ahead of the service's clock a reading may be, in minutes. */
export const MAX_AHEAD_MINUTES = 10;
/** The part of a source's records that one complete reading may mark as gone or zero. */
export const MAX_GONE_SHARE = 0.2;
/** The largest body in bytes, and the most values in it. */
export const INGEST_LIMITS = { bytes: 4 * 1024 * 1024, values: 200_000 } as const;
/** The most calls of one token in a minute. */
export const INGEST_CALLS_PER_MINUTE = 120;

const MOST = { minimum: 0, maximum: 9_999_999_999.99 } as const;
const spend = (days: number) => nullable(money(`${days}d Spend`, MOST));
const { ad_name, ad_type, campaign_name, adset_name } = adNoun.properties;
const { sales_channel, product_variant_identifier, cached_product_name, cached_product_variant_name, is_active } =
  variantNoun.properties;
const { url, platform, post_type } = postNoun.properties;

/** An ad, known by `ad_identifier`. It has the four windows or `days`, whose sums the windows then are. */
export const ingestedAd = object(
  {
    ad_identifier: text('Ad ID', { minLength: 1, maxLength: 255 }),
    ad_name: { ...ad_name, minLength: 1, maxLength: 500 },
    ad_type: { ...ad_type, maxLength: 100 },
    campaign_name: { ...campaign_name, maxLength: 500 },
    adset_name: { ...adset_name, maxLength: 500 },
    spend_last_1d: spend(1),
    spend_last_7d: spend(7),
    spend_last_14d: spend(14),
    spend_last_28d: spend(28),
    days: listOf(
      object(
        {
          day: calendarDate('Day', { formatMinimum: '2000-01-01', formatMaximum: '2199-12-31' }),
          spend: money('Spend', MOST),
        },
        ['day', 'spend'],
      ),
      { title: 'Days', maxItems: MAX_INGEST_DAYS },
    ),
  },
  ['ad_identifier'],
);

/** A variant, known by channel and identifier. `is_active` counts when the variant is made; afterwards it is people's. */
export const ingestedVariant = object(
  { sales_channel, product_variant_identifier, cached_product_name, cached_product_variant_name, is_active },
  ['sales_channel', 'product_variant_identifier'],
);

/** A post, known by its `url`. `platform` and `post_type` count when the post is made. */
export const ingestedPost = object(
  {
    url,
    platform,
    post_type,
    cached_author_username: nullable(text('Author', { maxLength: 255 })),
    cached_caption: nullable(text('Caption', { maxLength: 10_000 })),
    cached_play_count: nullable(integer('Views', { minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  },
  ['url'],
);

const envelope = <const R extends object>(record: R) => ({
  company_id: company('Company'),
  /** When the source was asked: what is stored from a later moment stays. */
  observed_at: dateTime('Observed At'),
  source: text('Source', { minLength: 1, maxLength: 60 }),
  records: listOf(record, { title: 'Records', maxItems: MAX_INGEST_RECORDS, judgedApart: true }),
  /** This call ends a reading of all that the source has: what was not in it is gone, or its spend is zero. */
  complete: flag('Complete'),
  /** Joins the calls of one reading; all of them have the same `observed_at`. */
  snapshot_id: text('Snapshot', { minLength: 1, maxLength: 100 }),
});
const REQUIRED = ['company_id', 'observed_at', 'source', 'records'] as const;

/** Body of PUT /ingest/facebook-ads. */
export const ingestFacebookAds = object(envelope(ingestedAd), REQUIRED);
/** Body of PUT /ingest/product-variants. */
export const ingestProductVariants = object(envelope(ingestedVariant), REQUIRED);
/** Body of PUT /ingest/social-media-posts; an unknown URL is an error unless `create` is true. */
export const ingestSocialMediaPosts = object(
  { ...envelope(ingestedPost), create: flag('Create unknown posts') },
  REQUIRED,
);

/**
 * Response of PUT /ingest/{resource}. A stale record, one that is stored from a later moment, is a success. `gone`: how many
 * a complete reading marked as gone or zero; `held_back`: how many it would have, had they not been more than 20 %.
 */
export const ingestOutcome = response({
  success_count: count('Succeeded'),
  error_count: count('Failed'),
  created: count('Created'),
  updated: count('Updated'),
  unchanged: count('Unchanged'),
  stale: count('Stale'),
  gone: count('Gone'),
  held_back: count('Held Back'),
  errors: listOf(
    response({
      /** The place of the record in `records`, from 0. */
      index: integer('Index'),
      /** Its natural key, as far as it has one. */
      key: nullable(text('Key')),
      msg: text('Message'),
    }),
  ),
});

export type IngestedAd = Infer<typeof ingestedAd>;
export type IngestedVariant = Infer<typeof ingestedVariant>;
export type IngestedPost = Infer<typeof ingestedPost>;
export type IngestBody = Infer<typeof ingestProductVariants>;
export type IngestOutcome = Infer<typeof ingestOutcome>;
