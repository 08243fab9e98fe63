/** Doubtful records of a source, matched by a person, once and for good (DECISIONS §13). */
import type { Kysely } from 'kysely';
import type { ConnectionMatch } from 'contract/company/connections';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { NotFound, RuleBroken } from '../http/errors';
import { connections } from './connections.queries';
import type { Sources } from './reading';
import { SOURCE_NAMES } from './source';

/** Notes which record it is. Throws NotFound, also for a record of another company, and RuleBroken where nothing is matched. */
export const matchByHand = (
  db: Kysely<Tables>,
  sources: Sources,
  caller: Caller,
  id: number,
  { key, record_id }: ConnectionMatch,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { company_id, source } = await connections.lock(transaction, caller, id);
    const { match } = sources.connected[source] ?? {};
    if (!match) throw new RuleBroken(`Records of ${SOURCE_NAMES[source]} are not matched by hand.`);
    if (!(await match(transaction, { id, companyId: company_id }, { key, recordId: record_id })))
      throw new NotFound('Record not found');
    const after = { company_id, key, record_id };
    await audit(transaction, caller, { action: 'match', resource: 'connection', recordId: id, after });
  });
