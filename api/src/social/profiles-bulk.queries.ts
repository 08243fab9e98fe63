/** Writing profiles by what they are, and many of them at once: each bulk call one transaction (DECISIONS §8). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Profile, ProfileBulkWrite, ProfileBulkWritten, ProfileWrite } from 'contract/social/profiles';
import type { Tables } from '../database/connection';
import { requireCompany, type Caller } from '../http/access';
import { withKeptUsername, PROFILE_TAKEN, profiles } from './profiles.queries';
import { keptUsername } from './username';

/** Writes the profile of a company, platform and username, new or not; throws NotFound for a company not the caller's. */
export async function upsertProfile(
  db: Kysely<Tables>,
  caller: Caller,
  body: ProfileWrite,
): Promise<{ profile: Profile; isNew: boolean }> {
  return db.transaction().execute(async (transaction) => {
    await requireCompany(transaction, caller, body.company_id);
    const { id, isNew } = await upsert(transaction, caller, body);
    return { profile: await profiles.find(transaction, caller, id), isNew };
  });
}

/** Adds profiles; one that is there already is named in the response. */
export const createProfiles = (
  db: Kysely<Tables>,
  caller: Caller,
  body: ProfileBulkWrite,
): Promise<ProfileBulkWritten> =>
  writeProfiles(db, caller, body, (transaction, profile) =>
    profiles.insertNew(transaction, caller, withKeptUsername(profile)),
  );

/** Writes profiles by platform and username; of one that is named twice the last is kept. */
export const upsertProfiles = (
  db: Kysely<Tables>,
  caller: Caller,
  body: ProfileBulkWrite,
): Promise<ProfileBulkWritten> =>
  writeProfiles(db, caller, body, (transaction, profile) => upsert(transaction, caller, profile));

async function writeProfiles(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, profiles: sent }: ProfileBulkWrite,
  write: (transaction: Transaction<Tables>, profile: ProfileWrite) => Promise<{ id: number } | null>,
): Promise<ProfileBulkWritten> {
  return db.transaction().execute(async (transaction) => {
    await requireCompany(transaction, caller, company_id);
    // One import of a company at a time: two of the same profiles in another order would wait for each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`profiles ${company_id}`}, 0))`.execute(transaction);
    const done = new Set<number>();
    const errors: ProfileBulkWritten['errors'] = [];
    for (const profile of sent) {
      const row = await write(transaction, { ...profile, company_id });
      const { platform, platform_username } = profile;
      if (row) done.add(row.id);
      else errors.push({ platform, platform_username, msg: PROFILE_TAKEN });
    }
    return { success_count: done.size, error_count: errors.length, errors };
  });
}

async function upsert(transaction: Transaction<Tables>, caller: Caller, body: ProfileWrite) {
  for (;;) {
    const namesake = await findNamesake(transaction, body);
    if (namesake) {
      const { company_id: _, ...changes } = withKeptUsername(body);
      const before = await profiles.lock(transaction, caller, namesake.id);
      await profiles.save(transaction, caller, before, changes);
      return { id: before.id, isNew: false };
    }
    const row = await profiles.insertNew(transaction, caller, withKeptUsername(body));
    // Somebody else may have added it in between.
    if (row) return { id: row.id, isNew: true };
  }
}

const findNamesake = (
  transaction: Transaction<Tables>,
  { company_id, platform, platform_username }: ProfileWrite,
): Promise<{ id: number } | undefined> =>
  transaction
    .selectFrom('social_media_profiles')
    .select('id')
    .where('company_id', '=', company_id)
    .where('platform', '=', platform)
    .where(sql<boolean>`lower(platform_username) = lower(${keptUsername(platform_username)})`)
    .forUpdate()
    .executeTakeFirst();
