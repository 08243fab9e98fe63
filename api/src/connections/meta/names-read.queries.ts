/** When names and types of an account's ads were read: at most once a day is enough (DECISIONS §13). */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../database/connection';

/** Less than a day, since a run does not begin on the minute. */
const HOURS = 20;

/** Whether a run of this connection that is done, and began within 20 hours before this one, has read them. */
export async function namesWereRead(
  db: Kysely<Tables>,
  connectionId: number,
  { id, observedAt }: { readonly id: number; readonly observedAt: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from sync_runs
    where connection_id = ${connectionId} and id <> ${id} and status = 'done' and checkpoint = 'names'
      and started_at > ${observedAt}::timestamptz - make_interval(hours => ${HOURS})
    limit 1`.execute(db);
  return rows.length > 0;
}
