/** How long the audit log is kept, and what stays of a company in it that is gone (DECISIONS §10). */
import { sql, type Kysely } from 'kysely';
import type { Tables } from './connection';

// So many entries a statement: a large log is cut in small pieces, none of which holds anything up.
const BATCH = 5000;

/** Removes the entries that are older than `days`. Returns how many. */
export const purgeAuditLog = (db: Kysely<Tables>, days: number): Promise<number> =>
  inBatches(async () => {
    const { numAffectedRows } = await sql`
      delete from audit_log where id in (
        select id from audit_log where at < clock_timestamp() - make_interval(days => ${days})
        order by at limit ${BATCH})`.execute(db);
    return Number(numAffectedRows);
  });

/** Empties `before` and `after` of every entry about a company: who did what when remains. Returns how many. */
export const emptyAuditEntries = (db: Kysely<Tables>, companyId: number): Promise<number> =>
  // An entry without a company yet is emptied once it has one (audit-companies).
  inBatches(async () => {
    const { numAffectedRows } = await sql`
      update audit_log set before = null, after = null where id in (
        select id from audit_log
        where company_id = ${companyId} and company_id > 0 and (before is not null or after is not null)
        order by at limit ${BATCH})`.execute(db);
    return Number(numAffectedRows);
  });

async function inBatches(run: () => Promise<number>): Promise<number> {
  for (let sum = 0; ;) {
    const count = await run();
    if (!count) return sum;
    sum += count;
  }
}
