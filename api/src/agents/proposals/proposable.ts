/** A kind of proposal (DECISIONS §9). */
import type { Kysely } from 'kysely';
import type { Proposal } from 'contract/agents/proposals';
import type { ListAddress } from 'contract/agents/tool-results';
import type { BulkResponse } from 'contract/bulk';
import type { Tables } from '../../database/connection';
import type { Caller } from '../../http/access';
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

/** Which records were changed and which were not. */
export type Done = Pick<BulkResponse, 'success_count' | 'errors'>;

/** A kind of proposal. `Body` is the body of its ordinary call without the records. */
export interface Proposable<Body> {
  readonly noun: ProposedNoun;
  /** The ordinary call. */
  route(body: Body): ProposedRoute;
  /** The values that would change of a record; empty of one that is so already. */
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
