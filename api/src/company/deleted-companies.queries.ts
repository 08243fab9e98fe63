/** Deleted companies: kept for 30 days, in which the operator can restore them, then purged (DECISIONS §4). */
import { sql, type Kysely } from 'kysely';
import { audit, OPERATOR } from '../database/audit';
import { emptyAuditEntries } from '../database/audit-keeping';
import type { Tables } from '../database/connection';
import { isNamed } from './named-company';

const KEPT_DAYS = 30;

/** Restores a deleted company by its id or slug; returns null when no deleted company has it. */
export async function restoreCompany(db: Kysely<Tables>, company: string) {
  return db.transaction().execute(async (transaction) => {
    const restored = await transaction
      .updateTable('companies')
      .set({ deleted_at: null })
      .where('deleted_at', 'is not', null)
      .where(isNamed(company))
      .returning(['id', 'name', 'slug'])
      .executeTakeFirst();
    if (!restored) return null;
    await audit(transaction, OPERATOR, {
      action: 'restore',
      resource: 'company',
      recordId: restored.id,
      after: restored,
    });
    return restored;
  });
}

const isDue = sql<boolean>`deleted_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`;

/** Removes for good what was deleted more than 30 days ago; the log keeps who did what when, and nothing of its content. */
export async function purgeCompanies(db: Kysely<Tables>): Promise<void> {
  // Before the company goes, so that an interrupted purge is taken up again.
  const due = await db.selectFrom('companies').select('id').where(isDue).execute();
  for (const { id } of due) await emptyAuditEntries(db, id);
  await db.transaction().execute(async (transaction) => {
    const purged = await transaction.deleteFrom('companies').where(isDue).returning('id').execute();
    const service = { ...OPERATOR, username: 'service' };
    const entries = purged.map((row) => ({ action: 'purge', resource: 'company', recordId: row.id }));
    await audit(transaction, service, ...entries);
  });
}

/** Every company for the operator: those that stand and those that can still be restored. */
export const listAllCompanies = (db: Kysely<Tables>) =>
  db.selectFrom('companies').select(['id', 'name', 'slug', 'deleted_at']).orderBy('id').execute();
