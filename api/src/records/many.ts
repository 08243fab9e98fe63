/** Changing many records of a company at once: what is there is done, what is not is named (DECISIONS §1, §8). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { BulkResponse } from 'contract/bulk';
import type { Properties } from 'contract/noun';
import type { Tables } from '../database/connection';
import { requireCompany, type Caller } from '../http/access';
import { bulkOutcome, requireConfirmation, distinctIds } from './bulk';
import type { Records } from './records';
import type { Row } from './rows';

/** The body of a bulk call that names records by their ids. */
interface NamedByIds {
  company_id: number;
  ids: readonly number[];
  confirm?: boolean;
}

/**
 * Changes the named records of a company in one transaction. Throws NotFound for a company that the caller is
 * not authorised for, RuleBroken without confirmation.
 *
 * @param change gets the rows that are there, locked
 */
export function changeMany<P extends Properties>(
  db: Kysely<Tables>,
  caller: Caller,
  records: Pick<Records<P>, 'definition' | 'lockMany'>,
  { company_id, ids, confirm = false }: NamedByIds,
  change: (transaction: Transaction<Tables>, rows: readonly Row<P>[]) => Promise<unknown>,
): Promise<BulkResponse> {
  const asked = distinctIds(ids);
  return db.transaction().execute(async (transaction) => {
    await requireCompany(transaction, caller, company_id);
    requireConfirmation(confirm);
    const rows = await records.lockMany(transaction, caller, asked, company_id);
    await change(transaction, rows);
    const done = rows.map(({ id }) => id);
    return bulkOutcome(asked, done, records.definition.missing);
  });
}

/** Sets the status of a company's records; an absent message keeps each one's own. Throws as `changeMany`. */
export function updateStatusOfMany<P extends Properties>(
  db: Kysely<Tables>,
  caller: Caller,
  records: Pick<Records<P>, 'definition' | 'lockMany' | 'saveMany'>,
  { new_status, status_message, ...named }: NamedByIds & { new_status: string; status_message?: string | null },
): Promise<BulkResponse> {
  const message = status_message === undefined ? [] : [sql`status_message = ${status_message}`];
  return changeMany(db, caller, records, named, (transaction, rows) =>
    records.saveMany(transaction, caller, rows, [sql`status = ${new_status}`, ...message]),
  );
}

/** Removes records of a company. Throws as `changeMany`. */
export const deleteMany = <P extends Properties>(
  db: Kysely<Tables>,
  caller: Caller,
  records: Pick<Records<P>, 'definition' | 'lockMany' | 'erase'>,
  named: NamedByIds,
): Promise<BulkResponse> =>
  changeMany(db, caller, records, named, (transaction, rows) => records.erase(transaction, caller, rows));
