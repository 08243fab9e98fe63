import type { Kysely } from 'kysely';
import {
  INGEST_CALLS_PER_MINUTE,
  INGEST_LIMITS,
  ingestedPost,
  ingestFacebookAds,
  ingestOutcome,
  ingestProductVariants,
  ingestSocialMediaPosts,
} from 'contract/ingest/ingest';
import type { Tables } from '../database/connection';
import { machine } from '../http/access';
import type { AddRoute } from '../http/route';
import { postsFromSource } from '../social/posts-from-source.queries';
import { ingest } from './ingest';
import { FACEBOOK_ADS, PRODUCT_VARIANTS } from './resources';

/** The dependencies of the calls. */
interface Ingest {
  readonly db: Kysely<Tables>;
  /** Milliseconds since 1970. */
  now(): number;
}

const EVERY = {
  response: ingestOutcome,
  limits: INGEST_LIMITS,
  errors: { 429: `More than ${INGEST_CALLS_PER_MINUTE} calls of the token in a minute` },
} as const;

/** PUT /ingest/{resource}: what programs have read from sources, by machine tokens alone (DECISIONS §14). */
export function ingestRoutes(add: AddRoute, { db, now }: Ingest): void {
  add('PUT', '/ingest/facebook-ads', {
    ...EVERY,
    access: machine('ingest:facebook-ads'),
    summary: 'Write names, types and spend of up to 1,000 ads',
    body: ingestFacebookAds,
    handle: ({ caller, body, requestId }) => ingest({ db, caller, requestId, now: now() }, FACEBOOK_ADS, body),
  });
  add('PUT', '/ingest/product-variants', {
    ...EVERY,
    access: machine('ingest:product-variants'),
    summary: 'Write the names of up to 1,000 product variants',
    body: ingestProductVariants,
    handle: ({ caller, body, requestId }) => ingest({ db, caller, requestId, now: now() }, PRODUCT_VARIANTS, body),
  });
  add('PUT', '/ingest/social-media-posts', {
    ...EVERY,
    access: machine('ingest:social-media-posts'),
    summary: 'Write author, caption and views of up to 1,000 posts',
    body: ingestSocialMediaPosts,
    handle: ({ caller, body: { create = false, ...body }, requestId }) =>
      ingest(
        { db, caller, requestId, now: now() },
        { resource: 'social-media-posts', schema: ingestedPost, area: postsFromSource({ create }) },
        body,
      ),
  });
}
