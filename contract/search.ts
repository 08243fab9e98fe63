/** Search over all that a person may read, on the wire (DECISIONS §11). */
import { company, id, integer, listOf, nullable, object, oneOf, response, text, type Infer } from './schema';

/** What is found: records of these nouns, in the order in which those that fit as well as each other stand. */
export const SEARCH_KINDS = [
  'company',
  'product_variant',
  'facebook_ad',
  'social_media_profile',
  'social_media_post',
  'social_media_search_term',
  'social_media_post_criteria',
  'agent_definition',
  'knowledge',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The most that a search returns, and how much it does unless it is told. */
export const MAX_FOUND = 20;
export const DEFAULT_FOUND = 10;

/** Query of GET /search. */
export const everywhereQuery = object(
  {
    q: text('Search', { minLength: 1, maxLength: 200 }),
    limit: integer('Limit', { minimum: 1, maximum: MAX_FOUND }),
  },
  ['q'],
);

/** Response of GET /search: what is it first, then what begins so, then what contains it. */
export const everywhereFound = response({
  items: listOf(
    response({
      kind: oneOf('Kind', SEARCH_KINDS),
      id,
      label: text('Label'),
      /** The company it belongs to; a company's own. Null for what belongs to none. */
      company_id: nullable(company('Company')),
      company_name: nullable(text('Company')),
    }),
  ),
});

export type EverywhereQuery = Infer<typeof everywhereQuery>;
export type EverywhereFound = Infer<typeof everywhereFound>;
export type FoundItem = EverywhereFound['items'][number];
