/**
 * What can be proposed, kind by kind: which records it is about, what it would change of each, how it is said, and the
 * ordinary call that does it. The call is the very function of the route, whose right it also needs (DECISIONS §9).
 */
import type { Kysely } from 'kysely';
import type { Proposal, ProposalKind } from 'contract/agents/proposals';
import type { ListAddress } from 'contract/agents/tool-results';
import type { BulkResponse } from 'contract/bulk';
import type { Tables } from '../../database/connection';
import type { Caller } from '../../http/access';
import { overridesOfVariants } from './propose-overrides';
import { statusOf } from './propose-status';
import { tagsOf } from './propose-tags';
import type { ProposedNoun, ProposedRecord } from './proposed-records.queries';

/** A value before and after. */
export type ProposedChange = Proposal['records'][number]['changes'][number];

/** How a proposal is said. */
export interface ProposalWords {
  /** 'Add the tag “winner” to 12 ads' */
  readonly summary: string;
  /** 'Add tag to 12 ads' */
  readonly action: string;
}

/** A route of the service, below /api. */
export interface ProposedRoute {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
}

/** What was done and what was not. */
export type Done = Pick<BulkResponse, 'success_count' | 'errors'>;

/** A kind of proposal. `Body` is the body of its ordinary call without the records. */
export interface Proposable<Body> {
  readonly noun: ProposedNoun;
  /** The ordinary call. */
  route(body: Body): ProposedRoute;
  /** What it would change of a record; nothing of one that is so already. */
  changes(body: Body, record: ProposedRecord): ProposedChange[];
  /** `records` is how many there are, as '12 ads'. */
  words(body: Body, records: string): ProposalWords;
  /** The list that shows what was changed. */
  open(body: Body, companyId: number): ListAddress;
  /** Does it, as the route does; throws as that. */
  apply(
    db: Kysely<Tables>,
    caller: Caller,
    of: { companyId: number; body: Body; records: readonly ProposedRecord[] },
  ): Promise<Done>;
}

/** Ties a body's type to itself: outside this file a kind takes the body that it once returned. */
const kept = <Body>(kind: Proposable<Body>) => kind as Proposable<unknown>;

export const PROPOSABLE: Readonly<Record<ProposalKind, Proposable<unknown>>> = {
  ad_tags: kept(tagsOf('facebook_ad')),
  post_tags: kept(tagsOf('social_media_post')),
  profile_tags: kept(tagsOf('social_media_profile')),
  post_status: kept(statusOf('posts')),
  profile_status: kept(statusOf('profiles')),
  term_status: kept(statusOf('terms')),
  variant_overrides: kept(overridesOfVariants),
};
