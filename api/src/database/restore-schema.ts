/** The tables of a restore: locked, dropped, and filled without indexes and constraints. */
import { sql, type RawBuilder } from 'kysely';
import { storedTables } from './backup-tables';
import type { SingleConnection } from './single-connection';

const SERIALIZATION = new Set(['40P01', '55P03']);
// Whoever holds a table meanwhile ends within the limits of a person's call; a deadlock is ended by the database.
const LOCK_TIMEOUT = '60s';
const TRIES = 5;

/** The locks cannot be had: somebody else holds a table for minutes. */
export class TablesInUse extends Error {}

/** Locks every table of the schema, so that no one reads or writes what is replaced; throws TablesInUse. */
export async function lockTables({ db }: SingleConnection): Promise<void> {
  const tables = await storedTables(db);
  if (!tables.length) return;
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(db);
  for (let left = TRIES; ; left -= 1) {
    await sql`savepoint locking`.execute(db);
    try {
      await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in access exclusive mode`.execute(db);
      break;
    } catch (error) {
      if (!SERIALIZATION.has((error as { code?: string }).code ?? '')) throw error;
      if (left <= 1) throw new TablesInUse('Somebody uses the database all the time: stop the service and try again.');
      await sql`rollback to savepoint locking`.execute(db);
    }
  }
  await sql`set local lock_timeout = 0`.execute(db);
}

/** Drops every table of the schema with the types and trigger functions that only they use. */
export async function dropTables({ db }: SingleConnection): Promise<void> {
  const tables = await storedTables(db);
  if (!tables.length) return;
  const oids = sql`select oid from pg_class
    where relnamespace = current_schema()::regnamespace and relname = any(${tables.map(({ name }) => name)}::text[])`;
  const { rows: parts } = await sql<{ drop: string }>`
    select distinct 'drop function ' || tgfoid::regprocedure as drop
    from pg_trigger where tgrelid in (${oids}) and not tgisinternal
    union
    select distinct 'drop type ' || pg_type.oid::regtype
    from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid in (${oids}) and attnum > 0 and typtype = 'e'
      and typnamespace = current_schema()::regnamespace`.execute(db);
  await sql`drop table ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db);
  for (const { drop } of parts) await sql.raw(drop).execute(db);
}

/**
 * Takes foreign keys, exclusions, indexes and triggers off the console's tables, so that rows come in any order and at
 * the speed of the disk. Returns what puts them back, checking the rows.
 */
export async function takeDown({ db }: SingleConnection): Promise<() => Promise<void>> {
  await sql`set local maintenance_work_mem = '256MB'`.execute(db);
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  const [constraints, indexes, triggers] = [
    await read(db, CONSTRAINTS),
    await read(db, INDEXES),
    await read(db, TRIGGERS),
  ];
  await run([...constraints, ...indexes, ...triggers].map(({ off }) => off));
  return () => run([...indexes, ...constraints, ...triggers].map(({ on }) => on));
}

interface Part {
  off: string;
  on: string;
}

const read = async (db: SingleConnection['db'], query: RawBuilder<Part>) => (await query.execute(db)).rows;

// A partition has its own parts and those of its table; the latter go and come with the table's.
const CONSTRAINTS = sql<Part>`
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
  from pg_constraint
  where connamespace = current_schema()::regnamespace and contype in ('f', 'x') and conparentid = 0
  order by contype desc, oid`;

const INDEXES = sql<Part>`
  select format('drop index %s', indexrelid::regclass) as off,
    replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as on
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = current_schema()::regnamespace and not relispartition
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by indexrelid`;

const TRIGGERS = sql<Part>`
  select distinct format('alter table %s disable trigger user', tgrelid::regclass) as off,
    format('alter table %s enable trigger user', tgrelid::regclass) as on
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = current_schema()::regnamespace and not tgisinternal and tgparentid = 0`;
