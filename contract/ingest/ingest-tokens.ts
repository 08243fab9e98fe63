/** Machine tokens on the wire: with one, a program writes what it has read from a source (DECISIONS §14). */
import { computed, noun, written, writtenOnce } from '../noun';
import { listQuery, partOf } from '../paging';
import { choice, company, dateTime, id, listOf, nullable, object, response, text, type Infer } from '../schema';

/** The longest life of a token, in days. */
export const MAX_TOKEN_DAYS = 366;
/** How many days an ended token is listed. */
export const ENDED_TOKEN_DAYS = 90;

/** The scopes of a token, each a resource of PUT /ingest/{resource}. */
export const ingestScope = choice('May Write', {
  'ingest:facebook-ads': 'Facebook ads',
  'ingest:product-variants': 'Product variants',
  'ingest:social-media-posts': 'Social media posts',
});

const state = choice('State', {
  active: 'Active',
  locked: 'Needs a new secret',
  expired: 'Expired',
  revoked: 'Revoked',
});

const NO_COMPANY = 'Please choose at least one company';
const NO_SCOPE = 'Please choose what it may write';

/** Query of GET /ingest-tokens. `search` looks in the name. */
export const ingestTokenListQuery = listQuery({ search: partOf('Search'), state }, [
  'name',
  'expires_at',
  'last_used_at',
  'created_at',
]);

/**
 * A token; its secret is never among the properties. `locked`: a restored backup holds no secrets, so it needs a new one.
 * An ended one (`expired`, `revoked`) cannot be changed any more and is listed for 90 days.
 */
export const tokenNoun = noun('ingest_token', ingestTokenListQuery, 'name', {
  id,
  name: written(text('Name', { minLength: 1, maxLength: 60 })),
  /** The first characters of its secret; null without a secret. */
  hint: computed(nullable(text('Begins With'))),
  company_ids: written(
    listOf(company('Company'), {
      title: 'Companies',
      minItems: 1,
      maxItems: 1000,
      requiredMessage: NO_COMPANY,
      emptyMessage: NO_COMPANY,
    }),
  ),
  company_names: computed(listOf(text('Company'), { title: 'Companies' })),
  scopes: written(
    listOf(ingestScope, {
      title: 'May Write',
      minItems: 1,
      maxItems: ingestScope.enum.length,
      requiredMessage: NO_SCOPE,
      emptyMessage: NO_SCOPE,
    }),
  ),
  state: computed(state),
  expires_at: writtenOnce(dateTime('Expires')),
  /** Noted at most once in five minutes. */
  last_used_at: nullable(dateTime('Last Used')),
  last_used_address: nullable(text('Used From')),
  /** Until when the secret before the last rotation works too; null where none does. */
  old_secret_until: computed(nullable(dateTime('Old Secret Works Until'))),
  revoked_at: nullable(dateTime('Revoked')),
  created_at: dateTime('Created'),
  updated_at: dateTime('Updated'),
  created_by_username: computed(nullable(text('Created By'))),
  last_updated_by_username: computed(nullable(text('Last Updated By'))),
});

/** A token as every response has it, and the bodies of POST and PATCH /ingest-tokens. */
export const { response: ingestToken, create: ingestTokenCreate, update: ingestTokenPatch } = tokenNoun;

/** Response of POST /ingest-tokens and of a rotation: the only two that have the secret, in `token`. */
export const ingestTokenWithSecret = response({ ...ingestToken.properties, token: text('Token') });

/** Body of POST /ingest-tokens/{id}/rotate: how long the secret that was works on, and, where it is sent, a new end. */
export const ingestTokenRotation = object(
  {
    overlap: choice('The old secret works for', { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' }),
    expires_at: tokenNoun.properties.expires_at,
  },
  ['overlap'],
);

export type IngestScope = Infer<typeof ingestScope>;
export type IngestToken = Infer<typeof ingestToken>;
export type IngestTokenCreate = Infer<typeof ingestTokenCreate>;
export type IngestTokenPatch = Infer<typeof ingestTokenPatch>;
export type IngestTokenListQuery = Infer<typeof ingestTokenListQuery>;
export type IngestTokenWithSecret = Infer<typeof ingestTokenWithSecret>;
export type IngestTokenRotation = Infer<typeof ingestTokenRotation>;
