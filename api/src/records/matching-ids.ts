/** The ids of all that a list's filters match, for acting on more than a page; the same route for every noun. */
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import {
  MAX_MATCHING_IDS,
  matchingIdsQuery,
  matchingIdsResponse,
  type MatchingId,
  type MatchingIds,
} from 'contract/matching-ids';
import type { ListedNoun, Properties } from 'contract/noun';
import { NOUNS, type NounKind } from 'contract/nouns';
import type { Infer, RecordSchema } from 'contract/schema';
import type { Tables } from '../database/connection';
import { countOf } from '../database/list';
import { accessFor, type Caller } from '../http/access';
import { RuleBroken } from '../http/errors';
import type { AddRoute } from '../http/route';

/** Records that can be listed: their contract, the query of their list, and what its filters match. */
export interface Listed<P extends Properties, Q extends RecordSchema> {
  readonly definition: { readonly noun: ListedNoun<NounKind, P, Q>; readonly table: keyof Tables };
  matching(
    db: Kysely<Tables>,
    caller: Caller,
    query: Infer<Q>,
  ): Promise<SelectQueryBuilder<Tables, keyof Tables, unknown>>;
}

/** GET /{resource}/ids: for whoever may call the list, by the list's own filters. */
export function matchingIdsRoute<P extends Properties, Q extends RecordSchema>(
  add: AddRoute,
  db: Kysely<Tables>,
  records: Listed<P, Q>,
): void {
  const { noun, table } = records.definition;
  const response = matchingIdsResponse(noun.properties);
  const names = Object.keys(response.properties.items.items.properties);

  /** Throws as the list does, and RuleBroken where more match than can be selected. */
  async function matchingIds(caller: Caller, filters: Infer<Q>): Promise<MatchingIds> {
    const matching = await records.matching(db, caller, filters);
    const items = await matching
      .clearSelect()
      .select(names.map((name) => sql.ref(`${table}.${name}`).as(name)))
      .$castTo<MatchingId>()
      .limit(MAX_MATCHING_IDS + 1)
      .execute();
    if (items.length > MAX_MATCHING_IDS) throw tooMany(await countOf(matching));
    // Ids for the bulk calls by company are grouped.
    items.sort((one, other) => (one.company_id ?? 0) - (other.company_id ?? 0) || one.id - other.id);
    return { items, total: items.length };
  }

  add('GET', `${NOUNS[noun.kind].path}/ids`, {
    access: accessFor(noun.kind).readers,
    summary: `The ids of all that the filters match, up to ${inWords(MAX_MATCHING_IDS)}`,
    query: matchingIdsQuery(noun.query),
    response,
    errors: { 400: `More than ${inWords(MAX_MATCHING_IDS)} match` },
    handle: ({ caller, query: filters }) => matchingIds(caller, filters as Infer<Q>),
  });
}

const inWords = (count: number) => count.toLocaleString('en-US');

const tooMany = (total: number) =>
  new RuleBroken(
    `${inWords(total)} records match, and at most ${inWords(MAX_MATCHING_IDS)} can be selected at once. Please narrow the filters.`,
  );
