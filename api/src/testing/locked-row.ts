/** A row that somebody holds locked, for tests of those who wait for it. */
import { sql } from 'kysely';
import { openConnection, type Database } from '../database/connection';

/** A lock that is held until it is released. */
export interface LockedRow {
  /** Whether anybody waits for a lock in this database. */
  isWaitedFor(): Promise<boolean>;
  release(): Promise<void>;
}

/** Locks one row of a table in a database, over a connection of its own. */
export async function lockRow({ connection }: Database, table: string, id: number): Promise<LockedRow> {
  const holder = openConnection(connection);
  let letGo = () => {};
  const wanted = new Promise<void>((resolve) => (letGo = resolve));
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const done = holder.db.transaction().execute(async (transaction) => {
    await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(transaction);
    isHeld();
    await wanted;
  });
  await held;
  return {
    async isWaitedFor() {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        holder.db,
      );
      return rows.length > 0;
    },
    async release() {
      letGo();
      await done;
      await holder.close();
    },
  };
}
