/** Search over all that a person may read, on the wire (DECISIONS §11). */
import { NOUN_KINDS } from './nouns';
import { company, id, integer, listOf, nullable, object, oneOf, response, text, type Infer } from './schema';

/** The most that a search returns, and its default. */
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
      kind: oneOf('Kind', NOUN_KINDS),
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
