/** A person's file of records, judged and written as a machine's call is (DECISIONS §14, §16). */
import { sql, type Kysely } from 'kysely';
import type { ImportFacebookAds, ImportOutcome } from 'contract/ingest/import';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { requireCompany, type Caller } from '../http/access';
import type { Reading } from '../records/from-source';
import { judgedRecords, outcomeOf, takeTurn, writeGood, type IngestResource } from './ingest';

/** Its body, whatever the records are. */
export type ImportBody<R> = Omit<ImportFacebookAds, 'records'> & { readonly records: readonly R[] };

/** Writes the records that can be; a dry run says what would become of each. Throws NotFound for the company. */
export async function importRecords<R extends object>(
  { db, caller, now }: { readonly db: Kysely<Tables>; readonly caller: Caller; readonly now: number },
  { resource, schema, area }: IngestResource<R>,
  { company_id, file, records, dry_run = false }: ImportBody<R>,
): Promise<ImportOutcome> {
  // No connection's reading is called so: it ends nothing of a file's.
  const source = `file ${file}`;
  const reading: Reading = { companyId: company_id, source, observedAt: new Date(now).toISOString() };
  const judged = judgedRecords(schema, area, reading, records);
  return db.transaction().execute(async (transaction) => {
    await requireCompany(transaction, caller, company_id);
    await takeTurn(transaction, resource, company_id);
    await sql`savepoint unwritten`.execute(transaction);
    await writeGood(transaction, area, reading, judged);
    if (dry_run) await sql`rollback to savepoint unwritten`.execute(transaction);
    const { errors, ...counts } = outcomeOf(judged);
    if (!dry_run)
      await audit(transaction, caller, {
        action: 'import',
        resource: 'ingest',
        recordId: company_id,
        after: { company_id, resource, source, observed_at: reading.observedAt, ...counts },
      });
    const outcomes = judged.map(({ outcome }) => (typeof outcome === 'string' ? outcome : 'failed'));
    return { ...counts, errors, outcomes };
  });
}
