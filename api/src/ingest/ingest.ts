/** One call of a machine: its records are judged one by one, and the good ones are written in one transaction (DECISIONS §14). */
import { sql, type Kysely, type Transaction } from 'kysely';
import { MAX_AHEAD_MINUTES, type IngestBody, type IngestOutcome } from 'contract/ingest/ingest';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Machine } from '../http/access';
import { InvalidInput, NotAllowed, NotFound } from '../http/errors';
import { messageOfBroken, type Schema } from '../http/validation';
import type { Outcome, Reading, WrittenBySource } from '../records/from-source';
import { noteCall } from './snapshots.queries';

/** A resource of /ingest. */
export interface IngestResource<R> {
  /** As the path has it. */
  readonly resource: string;
  /** The contract's schema of one record. */
  readonly schema: Schema;
  readonly area: WrittenBySource<R>;
}

/** A call, as its route read it. */
export interface IngestCall<R> extends Omit<IngestBody, 'records'> {
  readonly records: readonly R[];
}

/** Who calls, and when. */
export interface IngestContext {
  readonly db: Kysely<Tables>;
  readonly caller: Machine;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A record with what is wrong with it, or what became of it. */
export interface Judged<R> {
  readonly record: R;
  readonly key: string | null;
  outcome: Outcome | null;
}

/**
 * Writes what a machine has read. Throws NotAllowed for a company that is not the token's, NotFound for one that was
 * deleted, InvalidInput for a time ahead or a call without records, RuleBroken for one that is no part of its snapshot.
 */
export async function ingest<R extends object>(
  { db, caller, requestId, now }: IngestContext,
  { resource, schema, area }: IngestResource<R>,
  { company_id, observed_at, source, records, complete = false, snapshot_id }: IngestCall<R>,
): Promise<IngestOutcome> {
  if (!caller.companyIds.includes(company_id)) throw new NotAllowed('This token may not write to this company');
  requireNow(observed_at, now);
  // The last call of a reading may bring nothing more.
  if (!records.length && !(complete && snapshot_id !== undefined))
    throw invalid('records', 'Records must name at least 1', 'minItems');
  const reading: Reading = { companyId: company_id, source, observedAt: new Date(observed_at).toISOString() };
  const judged = judgedRecords(schema, area, reading, records);
  return db.transaction().execute(async (transaction) => {
    await takeTurn(transaction, resource, company_id);
    await writeGood(transaction, area, reading, judged);
    const refused = judged.flatMap(({ key, outcome }) => (key !== null && messageIn(outcome) !== null ? key : []));
    const allRefused =
      snapshot_id === undefined
        ? refused
        : await noteCall(
            transaction,
            { ...reading, tokenId: caller.tokenId, resource, snapshotId: snapshot_id },
            refused,
          );
    const { gone, heldBack } = complete ? await area.end(transaction, reading, allRefused) : { gone: 0, heldBack: 0 };
    const { errors, ...counts } = { ...outcomeOf(judged), gone, held_back: heldBack };
    await audit(
      transaction,
      { userId: null, username: `token ${caller.name}`, requestId },
      {
        action: 'ingest',
        resource: 'ingest',
        recordId: caller.tokenId,
        after: { company_id, resource, source, observed_at: reading.observedAt, ...counts },
      },
    );
    return { ...counts, errors };
  });
}

const invalid = (field: string, msg: string, type: string) => new InvalidInput([{ loc: ['body', field], msg, type }]);

function requireNow(observedAt: string, now: number): void {
  if (Date.parse(observedAt) > now + MAX_AHEAD_MINUTES * 60_000)
    throw invalid('observed_at', `Observed At must not be more than ${MAX_AHEAD_MINUTES} minutes ahead`, 'maximum');
}

/** The records, each with what is wrong with it before anything is written. */
export function judgedRecords<R extends object>(
  schema: Schema,
  area: WrittenBySource<R>,
  reading: Reading,
  records: readonly R[],
): Judged<R>[] {
  const seen = new Set<string>();
  return records.map((record) => {
    const broken = messageOfBroken(schema, record as Readonly<Record<string, unknown>>);
    const key = keyOf(area, record);
    const isRepeated = key !== null && seen.has(key);
    if (key !== null) seen.add(key);
    const error = broken ?? (isRepeated ? 'This comes twice' : (area.judge?.(record, reading) ?? null));
    return { record, key, outcome: error === null ? null : { error } };
  });
}

/** The natural key, as far as what was sent has one: a broken value may be of any type. */
function keyOf<R extends object>(area: WrittenBySource<R>, record: R): string | null {
  const key: unknown = area.keyOf(record);
  return typeof key === 'string' && key !== '' ? key : null;
}

/** Writes those that nothing is wrong with, and notes what became of each. */
export async function writeGood<R extends object>(
  transaction: Transaction<Tables>,
  area: WrittenBySource<R>,
  reading: Reading,
  judged: readonly Judged<R>[],
): Promise<void> {
  const good = judged.filter(({ outcome }) => outcome === null);
  const outcomes = await area.write(
    transaction,
    reading,
    good.map(({ record }) => record),
  );
  for (const [at, one] of good.entries()) one.outcome = outcomes[at] ?? null;
}

/** One call after the other writes a resource of a company, so that none overtakes another; and the company is there. */
export async function takeTurn(transaction: Transaction<Tables>, resource: string, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ingest ${resource} ${companyId}`}, 0))`.execute(
    transaction,
  );
  const { rows } = await sql`
    select from companies where id = ${companyId} and deleted_at is null for key share`.execute(transaction);
  if (!rows.length) throw new NotFound('Company not found');
}

const messageIn = (outcome: Outcome | null): string | null =>
  outcome !== null && typeof outcome === 'object' ? outcome.error : null;

/** How many had which outcome, and the message of each that failed. */
export function outcomeOf(judged: readonly Judged<unknown>[]): Omit<IngestOutcome, 'gone' | 'held_back'> {
  const count = (of: Outcome) => judged.filter(({ outcome }) => outcome === of).length;
  const errors = judged.flatMap(({ key, outcome }, index) => {
    const msg = messageIn(outcome);
    return msg === null ? [] : { index, key, msg };
  });
  return {
    success_count: judged.length - errors.length,
    error_count: errors.length,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    stale: count('stale'),
    errors,
  };
}
