/** The companies that a person has pinned to the dashboard (DECISIONS §11). */
import { sql, type Kysely } from 'kysely';
import type { Pins } from 'contract/dashboard';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { lockUser } from '../database/lock-user';
import { isAuthorised, type Caller } from '../http/access';
import { requireCompanies } from './summary-companies.queries';

declare module '../database/connection' {
  interface Tables {
    pinned_companies: { user_id: number; company_id: number; position: number };
  }
}

/** The pinned companies that the person is still authorised for, in the person's order. */
export async function findPins(db: Kysely<Tables>, caller: Caller): Promise<Pins> {
  const rows = await db
    .selectFrom('pinned_companies')
    .select('company_id')
    .where('user_id', '=', caller.userId)
    .where(isAuthorised(caller, 'company_id'))
    .orderBy('position')
    .execute();
  return { company_ids: rows.map(({ company_id }) => company_id) };
}

/** Pins these companies and no other, in this order; one that is named twice counts once. Throws NotFound. */
export async function replacePins(db: Kysely<Tables>, caller: Caller, { company_ids }: Pins): Promise<Pins> {
  const ids = [...new Set(company_ids)];
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, caller.userId);
    await requireCompanies(transaction, caller, ids);
    const before = await findPins(transaction, caller);
    await transaction.deleteFrom('pinned_companies').where('user_id', '=', caller.userId).execute();
    await sql`insert into pinned_companies (user_id, company_id, position)
      select ${caller.userId}::int, company_id, position from unnest(${ids}::int[]) with ordinality as pin (company_id, position)`.execute(
      transaction,
    );
    const after = { company_ids: ids };
    await audit(transaction, caller, { action: 'update', resource: 'pins', recordId: caller.userId, before, after });
    return after;
  });
}
