/** Writing profiles by what they are, and many of them at once: each bulk call one transaction (DECISIONS §8). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { BulkAnswer } from '../../contract/bulk';
import type {
  Profile,
  ProfileBulkDelete,
  ProfileBulkStatus,
  ProfileBulkWrite,
  ProfileBulkWritten,
  ProfileWrite,
} from '../../contract/social/profiles';
import { demandCompany, type Caller } from '../http/access';
import type { Tables } from '../database/connection';
import {
  AUDITED,
  findProfile,
  insertProfile,
  MISSING,
  PROFILE_TAKEN,
  RESOURCE,
  saveProfile,
  type ProfileRow,
} from './profiles.queries';
import { deleteInBulk, updateStatusInBulk } from '../records/rows-in-bulk';
import { keptUsername } from './username';

/** Writes the profile of a company, platform and username, new or not; throws NotFound for a company out of reach. */
export async function upsertProfile(
  db: Kysely<Tables>,
  caller: Caller,
  body: ProfileWrite,
): Promise<{ profile: Profile; isNew: boolean }> {
  return db.transaction().execute(async (transaction) => {
    await demandCompany(transaction, caller, body.company_id);
    const { id, isNew } = await upsert(transaction, caller, body);
    return { profile: await findProfile(transaction, caller, id), isNew };
  });
}

/** Adds profiles; one that is there already is named in the answer. */
export const createProfiles = (
  db: Kysely<Tables>,
  caller: Caller,
  body: ProfileBulkWrite,
): Promise<ProfileBulkWritten> => writeProfiles(db, caller, body, insertProfile);

/** Writes profiles by platform and username; of one that is named twice the last is kept. */
export const upsertProfiles = (
  db: Kysely<Tables>,
  caller: Caller,
  body: ProfileBulkWrite,
): Promise<ProfileBulkWritten> => writeProfiles(db, caller, body, upsert);

async function writeProfiles(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, profiles }: ProfileBulkWrite,
  write: (transaction: Transaction<Tables>, caller: Caller, body: ProfileWrite) => Promise<{ id: number } | null>,
): Promise<ProfileBulkWritten> {
  return db.transaction().execute(async (transaction) => {
    await demandCompany(transaction, caller, company_id);
    // One import of a company at a time: two of the same profiles in another order would wait for each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`profiles ${company_id}`}, 0))`.execute(transaction);
    const written = new Set<number>();
    const errors: ProfileBulkWritten['errors'] = [];
    for (const profile of profiles) {
      const row = await write(transaction, caller, { ...profile, company_id });
      const { platform, platform_username } = profile;
      if (row) written.add(row.id);
      else errors.push({ platform, platform_username, msg: PROFILE_TAKEN });
    }
    return { success_count: written.size, error_count: errors.length, errors };
  });
}

async function upsert(transaction: Transaction<Tables>, caller: Caller, body: ProfileWrite) {
  for (;;) {
    const before = await lockNamesake(transaction, body);
    if (before) {
      const { company_id: _, ...changes } = body;
      await saveProfile(transaction, caller, before, changes);
      return { id: before.id, isNew: false };
    }
    const row = await insertProfile(transaction, caller, body);
    // Somebody else may have added it in between.
    if (row) return { id: row.id, isNew: true };
  }
}

const lockNamesake = (
  transaction: Transaction<Tables>,
  { company_id, platform, platform_username }: ProfileWrite,
): Promise<ProfileRow | undefined> =>
  transaction
    .selectFrom('social_media_profiles')
    .select(AUDITED)
    .where('company_id', '=', company_id)
    .where('platform', '=', platform)
    .where(sql<boolean>`lower(platform_username) = lower(${keptUsername(platform_username)})`)
    .forUpdate()
    .executeTakeFirst();

const PROFILES = { table: 'social_media_profiles', resource: RESOURCE, columns: AUDITED, missing: MISSING } as const;

/** Sets the status of a company's profiles; an absent message keeps each one's own. */
export const updateProfileStatus = (db: Kysely<Tables>, caller: Caller, body: ProfileBulkStatus): Promise<BulkAnswer> =>
  updateStatusInBulk(db, caller, PROFILES, body);

/** Removes profiles of a company. */
export const deleteProfiles = (db: Kysely<Tables>, caller: Caller, body: ProfileBulkDelete): Promise<BulkAnswer> =>
  deleteInBulk(db, caller, PROFILES, body);
