/** Deleted companies: kept for 30 days, in which the operator can restore them, then purged (DECISIONS §4). */
import { sql, type Kysely } from 'kysely';
import { audit, OPERATOR } from '../database/audit';
import type { Tables } from '../database/connection';
import { isNamed } from './named-company';

const KEPT_DAYS = 30;

/** Restores a deleted company by its id or slug; answers null when no deleted company has it. */
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

/** Removes for good what was deleted more than 30 days ago. */
export async function purgeCompanies(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const purged = await transaction
      .deleteFrom('companies')
      .where(sql<boolean>`deleted_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`)
      .returning(['id', 'name', 'slug', 'deleted_at'])
      .execute();
    const service = { ...OPERATOR, username: 'service' };
    const deeds = purged.map((row) => ({ action: 'purge', resource: 'company', recordId: row.id, before: row }));
    await audit(transaction, service, ...deeds);
  });
}

/** Every company for the operator: those that stand and those that can still be restored. */
export const listAllCompanies = (db: Kysely<Tables>) =>
  db.selectFrom('companies').select(['id', 'name', 'slug', 'deleted_at']).orderBy('id').execute();
