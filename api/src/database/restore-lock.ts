/** By what other processes know that a backup is being restored: a lock that goes with the restore, however it ends. */
import { sql } from 'kysely';

const [CLASS, OBJECT] = [20_181, 1];

/** Takes the lock until the transaction ends; false while another restore has it. */
export const takeRestoreLock = sql<boolean>`pg_try_advisory_xact_lock(${sql.lit(CLASS)}, ${sql.lit(OBJECT)})`;

/** Whether somebody restores a backup into this database now. */
export const isRestoring = sql<boolean>`exists (
  select from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(CLASS)} and objid = ${sql.lit(OBJECT)}
    and database = (select oid from pg_database where datname = current_database()))`;
