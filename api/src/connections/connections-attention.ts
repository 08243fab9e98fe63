/** Which connections need somebody (DECISIONS §11, §13): by these conditions the dashboard counts them and the list shows them. */
import { sql, type RawBuilder } from 'kysely';
import { EXPIRY_WARNING_DAYS, UNREAD_DAYS } from 'contract/company/connections';

const days = (count: number) => sql`make_interval(days => ${sql.lit(count)})`;

/** They are dead, and need a new key. */
export const TO_RECONNECT: RawBuilder<boolean> = sql<boolean>`state = 'reconnect'`;

/** Their credential ends soon, or has ended. */
export const EXPIRING: RawBuilder<boolean> = sql<boolean>`exists (
  select from credentials
  where credentials.id = credential_id and expires_at < clock_timestamp() + ${days(EXPIRY_WARNING_DAYS)})`;

/** They go on, and were not read whole for two days. */
export const UNREAD: RawBuilder<boolean> = sql<boolean>`(state <> 'paused'
  and greatest(last_success_at, confirmed_at) < clock_timestamp() - ${days(UNREAD_DAYS)})`;
