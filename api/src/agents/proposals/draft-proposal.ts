/** Making a proposal: for whom, about which records, and what of them would change. Nothing is written (DECISIONS §9). */
import type { Kysely } from 'kysely';
import { MAX_PROPOSED, type ProposalKind } from 'contract/agents/proposals';
import type { Tables } from '../../database/connection';
import { isAdmitted, type Access, type AccessOf, type Caller } from '../../http/access';
import { NotAllowed, NotFound, RuleBroken } from '../../http/errors';
import { inWords } from '../tools/companies-in-reach.queries';
import { howMany } from '../tools/look-up';
import type { Proposable, ProposedChange } from './proposable';
import { PROPOSABLE } from './proposal-kinds';
import { proposedRecords, type ProposedRecord } from './proposed-records.queries';

/** A record of a proposal as it is kept: as it was seen, and what would change of it. */
export interface KeptRecord extends Pick<ProposedRecord, 'id' | 'name' | 'updated_at' | 'seen'> {
  readonly changes: readonly ProposedChange[];
}

/** A proposal before it is kept. */
export interface ProposalDraft {
  readonly kind: ProposalKind;
  readonly companyId: number;
  readonly body: unknown;
  readonly records: readonly KeptRecord[];
  readonly unchanged: number;
}

/** For whom something is proposed. */
export interface Proposing {
  readonly db: Kysely<Tables>;
  readonly caller: Caller;
  readonly accessOf: AccessOf;
}

/** Throws NotAllowed unless the person may make the ordinary call that a proposal stands for. */
export function requireRight<Body>(
  { accessOf, caller }: Pick<Proposing, 'accessOf' | 'caller'>,
  kind: Proposable<Body>,
  body: Body,
): void {
  const { method, path } = kind.route(body);
  const access = accessOf(method, path);
  if (!isAdmitted(access, caller))
    throw new NotAllowed(`Changing ${kind.noun.many} this way needs the group ${groupsOf(access)}.`);
}

const groupsOf = (access: Access): string => (access.who === 'groups' ? inWords(access.groups, 'or') : '');

/**
 * A proposal to change these records of one company. Throws NotAllowed without the right, NotFound for a record that is not
 * there or not authorised, RuleBroken for records of several companies, for too many, and where nothing would change.
 */
export async function draftProposal(
  { db, caller, accessOf }: Proposing,
  kind: ProposalKind,
  { body, ids }: { body: unknown; ids: readonly number[] },
): Promise<ProposalDraft> {
  const proposable = PROPOSABLE[kind];
  const { noun } = proposable;
  requireRight({ accessOf, caller }, proposable, body);
  const asked = [...new Set(ids)];
  if (asked.length > MAX_PROPOSED)
    throw new RuleBroken(
      `More than ${howMany(MAX_PROPOSED, noun.one, noun.many)} are meant, and one proposal holds no more. Narrow it down.`,
    );
  const records = await proposedRecords(db, caller, noun, asked);
  const there = new Set(records.map(({ id }) => id));
  const missing = asked.filter((id) => !there.has(id));
  if (missing.length)
    throw new NotFound(`There is no ${noun.one} with the id ${missing.slice(0, 3).join(', ')} among those in reach.`);
  if (!records.length) throw new RuleBroken(`There are no such ${noun.many}.`);
  const [companyId = 0, ...others] = [...new Set(records.map(({ company_id }) => company_id))];
  if (others.length) {
    const names = await namesOf(db, [companyId, ...others]);
    throw new RuleBroken(
      `These are ${noun.many} of ${others.length + 1} companies: ${inWords(names)}. A proposal is about one company: say which.`,
    );
  }
  const changed = records.flatMap((record) => {
    const changes = proposable.changes(body, record);
    const { id, name, updated_at, seen } = record;
    return changes.length ? [{ id, name, updated_at, seen, changes }] : [];
  });
  if (!changed.length)
    throw new RuleBroken(
      `Nothing would change: ${records.length === 1 ? `the ${noun.one} is` : `all ${howMany(records.length, noun.one, noun.many)} are`} that way already.`,
    );
  return { kind, companyId, body, records: changed, unchanged: records.length - changed.length };
}

const MOST_NAMES = 5;

async function namesOf(db: Kysely<Tables>, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('companies')
    .select('name')
    .where('id', 'in', ids.slice(0, MOST_NAMES))
    .orderBy('name')
    .execute();
  const more = ids.length - rows.length;
  return [...rows.map(({ name }) => name), ...(more > 0 ? [`${more} more`] : [])];
}
