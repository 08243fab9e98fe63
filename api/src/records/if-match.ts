/** Optimistic saving: `If-Match` carries the `updated_at` that was read, quoted (DECISIONS §1). */
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../database/connection';
import { ChangedMeanwhile } from '../http/errors';

/** The fields of a record that can be saved: when it was saved last, and by whom (null: the operator). */
export interface Version {
  readonly updated_at: string;
  readonly updated_by: number | null;
}

/**
 * Throws ChangedMeanwhile, with who and when, if `ifMatch` names another time than the record's `updated_at`.
 * Without the header (null) the last write wins. The record must be locked, or two could pass at once.
 */
export async function requireUnchanged(
  transaction: Transaction<Tables>,
  ifMatch: string | null,
  noun: string,
  { updated_at, updated_by }: Version,
): Promise<void> {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const read = ifMatch.split(',').map((tag) => tag.trim());
  if (read.includes(`"${updated_at}"`)) return;
  const editor = await transaction
    .selectFrom('users')
    .select('username')
    .where('id', '=', updated_by)
    .executeTakeFirst();
  throw new ChangedMeanwhile(noun, editor?.username ?? 'The operator', updated_at);
}

/** The `updated_at` of a save: two saves in one millisecond must still differ, or If-Match could not tell them apart. */
export const laterThanBefore = sql<string>`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`;
