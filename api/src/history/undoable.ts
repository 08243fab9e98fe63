/** The nouns whose records can be as they were: who may, and by which calls (DECISIONS §2, §10). */
import type { Kysely, Transaction } from 'kysely';
import type { Group } from 'contract/session';
import type { ResourceType } from 'contract/tags';
import { agentDefinitions } from '../agents/agent-definitions.queries';
import { knowledgeItems } from '../agents/knowledge.queries';
import { ads } from '../ads/facebook-ads.queries';
import { companies } from '../company/companies.queries';
import { companyUndo } from '../company/companies.undo.queries';
import { COGS_RESOURCE } from '../company/product-variant-cogs.queries';
import { COGS_RESTORABLE, cogsStatesOf } from '../company/product-variant-cogs.undo.queries';
import { variants } from '../company/product-variants.queries';
import type { AuditedRecord } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { postCriteria } from '../social/post-criteria.queries';
import { posts } from '../social/posts.queries';
import { profiles } from '../social/profiles.queries';
import { searchTerms } from '../social/search-terms.queries';
import type { Effect, UndoableNoun } from './effects';

type States = Map<number, AuditedRecord>;

/** The calls of undo on the rows of a noun (records/undo-rows). */
export interface RowCalls {
  readonly restorable: readonly string[];
  statesOf(db: Kysely<Tables>, ids: readonly number[]): Promise<States>;
  lockStates(transaction: Transaction<Tables>, caller: Caller, ids: readonly number[]): Promise<States>;
  putBack(transaction: Transaction<Tables>, caller: Caller, values: ReadonlyMap<number, AuditedRecord>): Promise<void>;
  putThere(transaction: Transaction<Tables>, caller: Caller, kept: readonly AuditedRecord[]): Promise<States>;
  takeAway(transaction: Transaction<Tables>, caller: Caller, ids: readonly number[]): Promise<void>;
}

/** A noun whose records can be as they were. */
export interface Undoable extends UndoableNoun {
  readonly resource: string;
  /** Whether a record belongs to a company. */
  readonly isOfCompany: boolean;
  /** Members of which groups may change its records, and which may delete them. */
  readonly writers: readonly Group[];
  readonly removers: readonly Group[];
  /** What its tags are called, where it carries any. */
  readonly taggable?: ResourceType;
  /** The message where another record has the unique value meanwhile. */
  readonly taken: string;
  /** Absent for the periods of a variant, which are moved all at once (company/product-variant-cogs.undo). */
  readonly rows?: RowCalls;
  statesOf(db: Kysely<Tables>, ids: readonly number[]): Promise<States>;
}

interface Records {
  readonly definition: {
    readonly resource: string;
    readonly name: string;
    readonly conflict?: { readonly message: string };
    readonly beside?: { readonly columns: object };
  };
  readonly undo: RowCalls;
}

const undoable = (
  { definition: { resource, name, conflict, beside }, undo }: Records,
  about: Pick<Undoable, 'writers' | 'comesBack'> & Partial<Undoable>,
): Undoable => ({
  ...{ resource, name, restorable: undo.restorable, beside: Object.keys(beside?.columns ?? {}) },
  taken: conflict?.message ?? `Another ${name} has taken its place.`,
  ...{ isOfCompany: true, removers: about.writers, rows: undo, statesOf: undo.statesOf },
  ...about,
});

const social = { writers: ['SocialMediaManager'], comesBack: true } as const;
const agents = { writers: ['AaasAdmin'], comesBack: true, isOfCompany: false } as const;
const variantWriters = ['CompanyAdmin', 'Admin'] as const;

/** In the order in which an operation on several is taken back: knowledge before the agents that link it. */
export const UNDOABLES: readonly Undoable[] = [
  undoable(companies, {
    ...{ writers: ['CompanyAdmin', 'AaasAdmin'], removers: ['AaasAdmin'], comesBack: true },
    ...{ rows: companyUndo, statesOf: companyUndo.statesOf },
  }),
  undoable(variants, { writers: variantWriters, comesBack: false }),
  {
    ...{ resource: COGS_RESOURCE, name: 'COGS record', restorable: COGS_RESTORABLE, beside: [] },
    ...{ writers: variantWriters, removers: variantWriters, comesBack: true, isUnit: true, isOfCompany: true },
    taken: '',
    statesOf: cogsStatesOf,
  },
  undoable(ads, { writers: ['AdManager'], comesBack: false, taggable: 'facebook_ad' }),
  undoable(postCriteria, social),
  undoable(searchTerms, social),
  undoable(profiles, { ...social, taggable: 'social_media_profile' }),
  undoable(posts, { ...social, taggable: 'social_media_post' }),
  undoable(knowledgeItems, agents),
  undoable(agentDefinitions, agents),
];

/** The noun that the audit log calls so; undefined for what cannot be taken back, as a session. */
export const undoableOf = (resource: string): Undoable | undefined =>
  UNDOABLES.find((noun) => noun.resource === resource);

/** Whether the caller's groups may do what taking an effect back does. */
export const mayUndo = ({ writers, removers }: Undoable, { before, after, what }: Effect, caller: Caller): boolean => {
  const isRemoval = what === 'row' && (before === null || after === null);
  return (isRemoval ? removers : writers).some((group) => caller.groups.includes(group));
};

/** Why what is no effect on such a record is never taken back, in a message. */
export function whyNever({ action, resource }: { action: string; resource: string }): string {
  if (action === 'merge') return 'Merging tags cannot be undone.';
  if (resource === 'tag')
    return action === 'create' ? 'A new tag is not taken back by Undo.' : 'Deleting a tag cannot be undone.';
  if (resource === 'session') return 'Signing in and out cannot be undone.';
  if (resource === 'agent_proposal') return 'A proposal is not taken back: undo what it changed.';
  if (resource === 'agent_session') return 'A conversation cannot be undone.';
  if (resource === 'facebook_ad_selection') return 'A selection cannot be undone: select anew.';
  return 'This cannot be undone.';
}
