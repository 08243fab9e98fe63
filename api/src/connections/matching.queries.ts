/** Findings of runs, and doubtful records that a person matches, once and for good (DECISIONS §13). */
import type { Kysely } from 'kysely';
import type { ConnectionMatch, RunWithFindings } from 'contract/company/connections';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { NotFound, RuleBroken } from '../http/errors';
import { connections } from './connections.queries';
import type { KnownMatches, Sources } from './reading';
import { findRun } from './runs.queries';
import { SOURCE_NAMES } from './source';

const NOTHING_KNOWN: KnownMatches = { labels: new Map(), matches: new Map(), taken: new Set() };

/** A run with its findings as they stand today. Throws NotFound. */
export async function findingsOfRun(
  db: Kysely<Tables>,
  sources: Sources,
  caller: Caller,
  { id, runId }: { readonly id: number; readonly runId: number },
): Promise<RunWithFindings> {
  const { company_id, source } = await connections.find(db, caller, id);
  const run = await findRun(db, id, runId);
  const doubtful = run.findings.filter(({ kind }) => kind === 'doubtful');
  const { matching } = sources.connected[source] ?? {};
  const { labels, matches, taken } =
    matching && doubtful.length ? await matching.known(db, company_id, doubtful) : NOTHING_KNOWN;
  const findings = run.findings.map(({ candidates, ...finding }) => {
    const { kind, key } = finding;
    const record_id = kind === 'doubtful' ? matches.get(key) : undefined;
    return {
      ...finding,
      candidates: candidates.flatMap((one) => {
        const label = labels.get(one);
        return label === undefined ? [] : [{ id: one, label }];
      }),
      can_be_new: kind === 'doubtful' && !taken.has(key),
      match: record_id === undefined ? null : { record_id },
    };
  });
  return { ...run, findings };
}

/** Notes which record it is. Throws NotFound, also for a record of another company, and RuleBroken where nothing is matched, or no new one can be made. */
export const matchByHand = (
  db: Kysely<Tables>,
  sources: Sources,
  caller: Caller,
  id: number,
  { key, record_id }: ConnectionMatch,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { company_id, source } = await connections.lock(transaction, caller, id);
    const { matching } = sources.connected[source] ?? {};
    if (!matching) throw new RuleBroken(`Records of ${SOURCE_NAMES[source]} are not matched by hand.`);
    if (!(await matching.match(transaction, company_id, { key, recordId: record_id })))
      throw new NotFound('Record not found');
    const after = { company_id, key, record_id };
    await audit(transaction, caller, { action: 'match', resource: 'connection', recordId: id, after });
  });
