/** Social media profiles in the database (DECISIONS §8). */
import { sql, type Generated, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Paged } from '../../contract/paging';
import {
  PROFILE_DEFAULT_SORT,
  type PROFILE_SORTS,
  type Profile,
  type ProfileForm,
  type ProfileListQuery,
  type ProfilePatch,
  type ProfileWrite,
} from '../../contract/social/profiles';
import { demandCompany, inReach, type Caller } from '../http/access';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotFound, Taken, taken } from '../http/errors';
import { demandUnchanged, laterThanBefore } from '../records/if-match';
import { byText, byValue, contains, listPage, type Listing } from '../database/list';
import { tagCondition, tagNamesOf } from '../tags/taggable';
import { keptUsername } from './username';

interface ProfileTable {
  id: Generated<number>;
  company_id: number;
  platform: Profile['platform'];
  platform_username: string;
  platform_identifier: string | null;
  status: Profile['status'];
  status_message: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  created_by: number | null;
  updated_by: number | null;
  /** Kept by the database: what tag_uses says of the profile. */
  tag_ids: Generated<number[]>;
}

declare module '../database/connection' {
  interface Tables {
    social_media_profiles: ProfileTable;
  }
}

export type ProfileRow = Pick<Selectable<ProfileTable>, (typeof AUDITED)[number]>;

/** What the audit log calls a profile. */
export const RESOURCE = 'social_media_profile';
/** The sentence for a profile that is not there. */
export const MISSING = 'Profile not found';
/** The sentence for a profile that is there already. */
export const PROFILE_TAKEN = 'This company has this profile already';
const missing = () => new NotFound(MISSING);
const TAKEN = `platform_username: ${PROFILE_TAKEN}`;
const profileTaken = taken('social_media_profiles_key', TAKEN);

const LISTING: Listing<(typeof PROFILE_SORTS)[number]> = {
  sorts: {
    platform: byValue('platform'),
    platform_username: byText('platform_username'),
    status: byValue('status'),
    created_at: byValue('created_at'),
    updated_at: byValue('updated_at'),
  },
  defaultSort: PROFILE_DEFAULT_SORT,
  id: 'id',
};

/** What a row has to say of itself; the rest is kept for the lists alone. */
const COLUMNS = [
  'id',
  'company_id',
  'platform',
  'platform_username',
  'platform_identifier',
  'status',
  'status_message',
  'created_at',
  'updated_at',
] as const;
/** What the audit log keeps of a profile. */
export const AUDITED = [...COLUMNS, 'created_by', 'updated_by'] as const;

/** Every profile, as answers have them; what is looked up beside the row is looked up for the rows of a page alone. */
const profiles = (db: Kysely<Tables>) =>
  db
    .selectFrom('social_media_profiles')
    .select([
      ...COLUMNS,
      sql<string>`(select name from companies where companies.id = company_id)`.as('company_name'),
      tagNamesOf('social_media_profile', 'social_media_profiles.id').as('tags'),
      sql<string | null>`(select username from users where users.id = created_by)`.as('created_by_username'),
      sql<string | null>`(select username from users where users.id = updated_by)`.as('last_updated_by_username'),
    ]);

/** One page of the profiles of a company, or of every company of the caller. */
export async function listProfiles(
  db: Kysely<Tables>,
  caller: Caller,
  query: ProfileListQuery,
): Promise<Paged<Profile>> {
  const { company_id, search, platform, status, tag } = query;
  await demandCompany(db, caller, company_id);
  const tags = { companyId: company_id, include: tag === undefined ? [] : [tag], exclude: [] };
  const tagged = await tagCondition(db, 'social_media_profile', tags);
  let selected =
    company_id === undefined
      ? profiles(db).where(inReach(caller, 'company_id'))
      : profiles(db).where('company_id', '=', company_id);
  if (search !== undefined)
    selected = selected.where(
      sql<boolean>`(${contains('platform_username', search)} or ${contains('platform_identifier', search)})`,
    );
  if (platform !== undefined) selected = selected.where('platform', '=', platform);
  if (status !== undefined) selected = selected.where('status', '=', status);
  if (tagged) selected = selected.where(tagged);
  return listPage(selected, LISTING, query);
}

/** One profile; throws NotFound. */
export async function findProfile(db: Kysely<Tables>, caller: Caller, id: number): Promise<Profile> {
  return profiles(db).where('id', '=', id).where(inReach(caller, 'company_id')).executeTakeFirstOrThrow(missing);
}

/** The fields that were sent, as they are kept. */
const kept = ({ platform_username, platform_identifier }: ProfilePatch) => ({
  platform_username: platform_username === undefined ? undefined : keptUsername(platform_username),
  platform_identifier: platform_identifier === undefined ? undefined : platform_identifier?.trim() || null,
});

/** A new profile; throws NotFound for a company out of reach, Taken for a profile that is there. */
export async function createProfile(db: Kysely<Tables>, caller: Caller, body: ProfileWrite): Promise<Profile> {
  return db.transaction().execute(async (transaction) => {
    await demandCompany(transaction, caller, body.company_id);
    const row = await insertProfile(transaction, caller, body);
    if (!row) throw new Taken(TAKEN);
    return findProfile(transaction, caller, row.id);
  });
}

/** Adds a profile; answers null when its company has it already. */
export async function insertProfile(
  transaction: Transaction<Tables>,
  caller: Caller,
  body: ProfileWrite,
): Promise<ProfileRow | null> {
  const row = await transaction
    .insertInto('social_media_profiles')
    .values({
      ...body,
      ...kept(body),
      platform_username: keptUsername(body.platform_username),
      created_by: caller.userId,
      updated_by: caller.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(AUDITED)
    .executeTakeFirst();
  if (!row) return null;
  await audit(transaction, caller, { action: 'create', resource: RESOURCE, recordId: row.id, after: row });
  return row;
}

/** Every field of the form is set, absent ones to null (PUT). */
export const replaceProfile = (
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  body: ProfileForm,
  ifMatch: string | null,
): Promise<Profile> =>
  updateProfile(db, caller, id, { platform_identifier: null, status_message: null, ...body }, ifMatch);

/** The sent fields are set (PATCH); throws NotFound, ChangedMeanwhile (see `demandUnchanged`) or Taken. */
export async function updateProfile(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  changes: ProfilePatch,
  ifMatch: string | null,
): Promise<Profile> {
  return db
    .transaction()
    .execute(async (transaction) => {
      const before = await lockProfile(transaction, caller, id);
      await demandUnchanged(transaction, ifMatch, 'profile', before);
      await saveProfile(transaction, caller, before, changes);
      return findProfile(transaction, caller, id);
    })
    .catch(profileTaken);
}

/** Writes changes to a locked profile. */
export async function saveProfile(
  transaction: Transaction<Tables>,
  caller: Caller,
  before: ProfileRow,
  changes: ProfilePatch,
): Promise<void> {
  const after = await transaction
    .updateTable('social_media_profiles')
    .set({ ...changes, ...kept(changes), updated_by: caller.userId, updated_at: laterThanBefore })
    .where('id', '=', before.id)
    .returning(AUDITED)
    .executeTakeFirstOrThrow();
  await audit(transaction, caller, { action: 'update', resource: RESOURCE, recordId: before.id, before, after });
}

/** Removes a profile; throws NotFound. */
export async function deleteProfile(db: Kysely<Tables>, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await lockProfile(transaction, caller, id);
    await transaction.deleteFrom('social_media_profiles').where('id', '=', id).execute();
    await audit(transaction, caller, { action: 'delete', resource: RESOURCE, recordId: id, before });
  });
}

const lockProfile = (transaction: Transaction<Tables>, caller: Caller, id: number): Promise<ProfileRow> =>
  transaction
    .selectFrom('social_media_profiles')
    .select(AUDITED)
    .where('id', '=', id)
    .where(inReach(caller, 'company_id'))
    .forUpdate()
    .executeTakeFirstOrThrow(missing);
