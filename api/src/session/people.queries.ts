/** People as administrators keep them on their screen (DECISIONS §15). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { BulkResponse } from 'contract/bulk';
import { NOUNS, NOUN_KINDS, type NounFacts } from 'contract/nouns';
import {
  personNoun,
  type CompanyPeople,
  type PeopleBulk,
  type PeopleBulkRights,
  type Person,
  type PersonPatch,
  type PersonRights,
} from 'contract/people/people';
import type { Group } from 'contract/session';
import { audit, type Actor, type AuditedRecord } from '../database/audit';
import type { Tables } from '../database/connection';
import { anyOf, contains } from '../database/list';
import { requireCompany, type Caller } from '../http/access';
import { NotFound, RuleBroken } from '../http/errors';
import { bulkOutcome, distinctIds, requireConfirmation } from '../records/bulk';
import { requireUnchanged } from '../records/if-match';
import { recordsOf } from '../records/records';
import { searchedBy } from '../records/search';
import { changeRights, isSame } from './rights.queries';
import { hasApp, hasPasskey } from './second-factor.queries';
import { changeLocked, disabling, enabling, MISSING_PERSON, noteChange } from './users.queries';

const groups = sql<Group[]>`array(select group_name from user_groups where user_id = users.id order by 1)`;
const memberships = sql`
  from memberships join companies on companies.id = company_id and companies.deleted_at is null
  where user_id = users.id`;
const companyIds = sql<number[]>`array(select company_id ${memberships} order by company_id)`;
const invitationEnd = sql<string | null>`
  (select expires_at from user_invitations where user_id = users.id and expires_at > clock_timestamp())`;
const state = sql<Person['state']>`
  case when disabled_at is not null then 'disabled' when password_hash is not null then 'active'
    when ${invitationEnd} is not null then 'invited' else 'expired' end`;
const secondFactor = sql<Person['second_factor']>`
  case when ${hasApp(sql`users.id`)} then case when ${hasPasskey(sql`users.id`)} then 'both' else 'app' end
    when ${hasPasskey(sql`users.id`)} then 'passkey' else 'none' end`;
/** The provider whose claims decide about somebody's rights: one that has rules. */
const managedBy = sql<string | null>`(
  select provider from user_identities
  where user_id = users.id and provider in (select provider from sign_in_rules) order by 1 limit 1)`;
const isAdmin = sql<boolean>`exists (
  select from user_groups where user_id = users.id and group_name = 'AaasAdmin')`;
const isMemberOf = (companyId: number) => sql<boolean>`exists (
  select from memberships where user_id = users.id and company_id = ${companyId})`;

/** The list of people; what changes them is written out below. */
export const people = recordsOf({
  noun: personNoun,
  table: 'users',
  authorised: () => sql<boolean>`users.deleted_at is null`,
  computed: {
    groups,
    company_ids: companyIds,
    company_names: sql<string[]>`array(
      select companies.name ${memberships} order by lower(companies.name) collate "C", companies.id)`,
    state,
    second_factor: secondFactor,
    managed_by: managedBy,
    invitation_expires_at: invitationEnd,
    updated_at: sql<string>`changed_at`,
  },
  searched: searchedBy('username'),
  sorts: {},
  filters: {
    search: (text) => anyOf([contains('users.username', text), contains('users.email', text)]),
    group: (group) => sql<boolean>`exists (
      select from user_groups where user_id = users.id and group_name = ${group})`,
    state: (asked) => sql<boolean>`${state} = ${asked}`,
    second_factor: (asked) => sql<boolean>`${secondFactor} = ${asked}`,
    reaches: (companyId) => sql<boolean>`(${isAdmin} or ${isMemberOf(companyId)})`,
  },
});

/** The part of a person that can be changed, with the version that it had. */
type Kept = Pick<Person, 'id' | 'username' | 'email' | 'groups' | 'company_ids' | 'managed_by' | 'updated_at'> & {
  updated_by: number | null;
};

const keptColumns = sql`
  id, username, email, ${groups} as groups, ${companyIds} as company_ids, ${managedBy} as managed_by,
  changed_at as updated_at, changed_by as updated_by`;

/** The people of these ids who are there, locked in their order. */
async function lockPeople(transaction: Transaction<Tables>, ids: readonly number[]): Promise<Kept[]> {
  await sql`
    select from users where id = any(${[...ids]}::int[]) and deleted_at is null
    order by id for update`.execute(transaction);
  // Read once they are locked: what others have just changed of their groups is seen.
  return keptOf(transaction, ids);
}

async function keptOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select ${keptColumns} from users where id = any(${[...ids]}::int[]) and deleted_at is null order by id`.execute(db);
  return rows;
}

/** One of them; throws NotFound. */
export async function lockPerson(transaction: Transaction<Tables>, id: number): Promise<Kept> {
  const [person] = await lockPeople(transaction, [id]);
  if (!person) throw new NotFound(MISSING_PERSON);
  return person;
}

const without = <T>(all: readonly T[], others: readonly T[]) => all.filter((one) => !others.includes(one));

/** Writes fields of a locked person. Throws as `changeRights`, and RuleBroken for rights that a provider decides. */
async function writePerson(transaction: Transaction<Tables>, actor: Actor, before: Kept, changes: PersonPatch) {
  const { groups: wanted = before.groups, company_ids = before.company_ids } = changes;
  if (before.managed_by !== null && !(isSame(wanted, before.groups) && isSame(company_ids, before.company_ids)))
    throw new RuleBroken(
      `${before.managed_by} decides about this person’s groups and companies. Please change them there.`,
    );
  await writeRights(transaction, actor, before, changes);
}

/** Writes fields of a locked person, whoever decides. Throws as `changeRights`. */
export async function writeRights(transaction: Transaction<Tables>, actor: Actor, before: Kept, changes: PersonPatch) {
  const { email = before.email, groups: wanted = before.groups, company_ids = before.company_ids } = changes;
  await changeRights(transaction, actor, before.id, {
    add_groups: without(wanted, before.groups),
    remove_groups: without(before.groups, wanted),
    add_company_ids: without(company_ids, before.company_ids),
    remove_company_ids: without(before.company_ids, company_ids),
  });
  await transaction.updateTable('users').set({ email }).where('id', '=', before.id).execute();
  await noteChange(transaction, before.id, actor);
  const [after] = await keptOf(transaction, [before.id]);
  await audit(transaction, actor, {
    action: 'update',
    resource: 'user',
    recordId: before.id,
    before,
    ...(after && { after }),
  });
}

/** Sets email, groups and companies (PATCH). Throws NotFound, ChangedMeanwhile, and as `changeRights`. */
export const updatePerson = (
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  changes: PersonPatch,
  ifMatch: string | null,
): Promise<Person> =>
  db.transaction().execute(async (transaction) => {
    const before = await lockPerson(transaction, id);
    await requireUnchanged(transaction, ifMatch, 'person', before);
    await writePerson(transaction, caller, before, changes);
    return people.find(transaction, caller, id);
  });

/** Changes many in one transaction; whom a rule protects stays, and is named with the rule. */
async function changePeople(
  db: Kysely<Tables>,
  { ids, confirm = false }: PeopleBulk,
  change: (transaction: Transaction<Tables>, person: Kept) => Promise<unknown>,
): Promise<BulkResponse> {
  requireConfirmation(confirm);
  const asked = distinctIds(ids);
  return db.transaction().execute(async (transaction) => {
    const refused = new Map<number, string>();
    const done: number[] = [];
    for (const person of await lockPeople(transaction, asked)) {
      try {
        // The rules are asked before anything is written.
        await change(transaction, person);
        done.push(person.id);
      } catch (error) {
        if (!(error instanceof RuleBroken)) throw error;
        refused.set(person.id, error.message);
      }
    }
    const outcome = bulkOutcome(asked, done, MISSING_PERSON);
    const errors = outcome.errors.map(({ id, msg }) => ({ id, msg: (id !== null && refused.get(id)) || msg }));
    return { ...outcome, errors };
  });
}

/** Closes sign-in to many, or opens it again. Throws RuleBroken without confirmation. */
export const disablePeople = (db: Kysely<Tables>, caller: Caller, body: PeopleBulk) =>
  changePeople(db, body, (transaction, person) => changeLocked(transaction, person, caller, 'disable', disabling));
export const enablePeople = (db: Kysely<Tables>, caller: Caller, body: PeopleBulk) =>
  changePeople(db, body, (transaction, person) => changeLocked(transaction, person, caller, 'enable', enabling));

/** Adds to the groups and companies of many and takes away from them. Throws NotFound for a company that is not there. */
export const changeRightsOfPeople = (
  db: Kysely<Tables>,
  caller: Caller,
  {
    ids,
    confirm = false,
    add_groups = [],
    remove_groups = [],
    add_company_ids = [],
    remove_company_ids = [],
  }: PeopleBulkRights,
) =>
  changePeople(db, { ids, confirm }, (transaction, person) =>
    writePerson(transaction, caller, person, {
      groups: without([...new Set([...person.groups, ...add_groups])], remove_groups),
      company_ids: without([...new Set([...person.company_ids, ...add_company_ids])], remove_company_ids),
    }),
  );

/** The rights of a person, by kind of record, and the companies that they hold for. Throws NotFound. */
export async function rightsOf(db: Kysely<Tables>, caller: Caller, id: number): Promise<PersonRights> {
  const person = await people.find(db, caller, id);
  const isIn = (names: readonly Group[]) => names.some((name) => person.groups.includes(name));
  const rights = NOUN_KINDS.flatMap((kind) => {
    const { label, readers, writers, owners = writers }: NounFacts = NOUNS[kind];
    const may =
      isIn(owners) && isIn(writers) ? 'own' : isIn(writers) ? 'change' : !readers || isIn(readers) ? 'read' : null;
    return may ? [{ kind: label, may } as const] : [];
  });
  const every_company = person.groups.includes('AaasAdmin');
  const reached = every_company ? sql`true` : sql`id = any(${person.company_ids}::int[])`;
  const { rows: companies } = await sql<{ id: number; name: string }>`
    select id, name from companies where deleted_at is null and ${reached}
    order by lower(name) collate "C", id`.execute(db);
  return { every_company, companies, rights };
}

/** Who sees a company, and why. Throws NotFound. */
export async function peopleOfCompany(db: Kysely<Tables>, caller: Caller, companyId: number): Promise<CompanyPeople> {
  await requireCompany(db, caller, companyId);
  const { rows: items } = await sql<CompanyPeople['items'][number]>`
    select id, username, email, ${groups} as groups, ${state} as state,
      ${isMemberOf(companyId)} as is_member, ${isAdmin} as sees_every_company, ${managedBy} as managed_by
    from users
    where deleted_at is null and disabled_at is null and (${isAdmin} or ${isMemberOf(companyId)})
    order by lower(username) collate "C", id`.execute(db);
  return { items, total: items.length };
}

/** The people of these ids as the log has them. */
const statesOf = async (db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, AuditedRecord>> =>
  new Map((await keptOf(db, ids)).map((person) => [person.id, { ...person }]));

/** The calls of undo on people: an update is taken back under the rules of every other one; nothing else is. */
export const personUndo = {
  ...people.undo,
  statesOf,
  lockStates: async (transaction: Transaction<Tables>, _caller: Caller, ids: readonly number[]) => {
    await lockPeople(transaction, ids);
    return statesOf(transaction, ids);
  },
  putBack: async (transaction: Transaction<Tables>, caller: Caller, values: ReadonlyMap<number, AuditedRecord>) => {
    for (const person of await lockPeople(transaction, [...values.keys()]))
      await writePerson(transaction, caller, person, values.get(person.id) as PersonPatch);
  },
};
