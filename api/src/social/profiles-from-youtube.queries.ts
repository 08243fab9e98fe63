/** Profiles on YouTube: an identifier that no one has entered is the channel's; nothing else of them is written (DECISIONS §13). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../database/connection';

/** A profile whose channel is not known. */
export interface UnnamedProfile {
  readonly id: number;
  readonly platform_username: string;
}

/** The profiles of a company on YouTube without an identifier, at most so many: a handle costs a call of its own. */
export async function unnamedProfiles(db: Kysely<Tables>, companyId: number, limit: number): Promise<UnnamedProfile[]> {
  const { rows } = await sql<UnnamedProfile>`
    select id, platform_username from social_media_profiles
    where company_id = ${companyId} and platform = 'youtube' and platform_identifier is null
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Writes identifiers where there is still none. */
export async function nameProfiles(
  transaction: Transaction<Tables>,
  named: readonly { readonly id: number; readonly platform_identifier: string }[],
): Promise<void> {
  await sql`
    update social_media_profiles as profile set platform_identifier = given.platform_identifier
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as given (id int, platform_identifier text)
    where profile.id = given.id and profile.platform_identifier is null`.execute(transaction);
}
