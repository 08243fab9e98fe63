/** The steps of a reading on its run's row: shown, stored and ended with it (DECISIONS §13). */
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sql, type Kysely, type Transaction } from 'kysely';
import { MAX_FINDINGS, type ConnectionSource } from 'contract/company/connections';
import type { Tables } from '../database/connection';
import { keepPictures, picturesToTake } from '../pictures/pictures.queries';
import { noteFacts } from './connection-states.queries';
import type { Counts, Finding, ReadContext } from './reading';
import { pictureOn, takePicture } from './picture';
import { sourceWords } from './redact';
import { SourceFault } from './source';

/** The run was stopped, or is another process's: its try ends without a word. */
export class RunOver extends Error {}
/** The process ends: the run goes on in another one, which costs it no try. */
export class Interrupted extends Error {}

/** The longest wait that a source may ask for while the run keeps its place, in milliseconds. */
const LONGEST_PAUSE = 60_000;
/** So many pictures at once. */
const AT_ONCE = 8;
const COUNTS = ['read', 'created', 'changed', 'unchanged', 'doubtful', 'gone', 'failed'] as const;

/** The parts of a run's steps. */
export interface RunSteps {
  readonly db: Kysely<Tables>;
  readonly runId: number;
  readonly connection: {
    readonly id: number;
    readonly companyId: number;
    readonly source: ConnectionSource;
    readonly credentialId: number | null;
  };
  /** Where the source is. */
  readonly address: string;
  readonly isPreview: boolean;
  /** Removed from every word of the source that is kept. */
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** The pause before a smaller call, in milliseconds; a tenth of it is made after each. */
  readonly pause: number;
}

/** The calls of a reading that end on the row of its run. */
export function stepsOf({ db, runId, connection, address, isPreview, secrets, signal, now, pause }: RunSteps) {
  const goOn = () => {
    if (signal.aborted) throw new Interrupted();
  };
  /** Locks the run until the transaction ends; throws RunOver where it does not run any more. */
  const requireRunning = async (transaction: Transaction<Tables>) => {
    const { rows } = await sql`select from sync_runs where id = ${runId} and status = 'running' for update`.execute(
      transaction,
    );
    if (!rows.length) throw new RunOver();
  };
  type Work = (transaction: Transaction<Tables>) => Promise<unknown>;
  /** One change of the run's row, and of what is locked before it. */
  const change = async (work: Work, lockFirst?: Work) => {
    goOn();
    await db.transaction().execute(async (transaction) => {
      await lockFirst?.(transaction);
      await requireRunning(transaction);
      await work(transaction);
    });
    goOn();
  };
  const words = (text: string) => sourceWords(text, secrets);
  const given = (counts: Partial<Counts>) => COUNTS.filter((name) => counts[name] !== undefined);

  // Those that people act on stand first; a page that is read again after a kill has nothing new to say.
  const keep = async (transaction: Transaction<Tables>, findings: readonly Finding[]) => {
    if (!findings.length) return;
    const kept = findings.map((one) => ({ ...one, label: words(one.label), message: words(one.message) }));
    await sql`
      update sync_runs set findings = (
        select jsonb_agg(one order by is_doubtful desc, place)
        from (select one, one ->> 'kind' = 'doubtful' as is_doubtful, min(place) as place
          from jsonb_array_elements(findings || ${JSON.stringify(kept)}::jsonb) with ordinality as all_of (one, place)
          group by one order by is_doubtful desc, place limit ${sql.lit(MAX_FINDINGS)}) as first)
      where id = ${runId}`.execute(transaction);
  };

  const steps: Pick<
    ReadContext,
    'ask' | 'expect' | 'count' | 'look' | 'store' | 'report' | 'pictures' | 'kept' | 'keep' | 'note'
  > = {
    async ask(call) {
      for (;;) {
        goOn();
        try {
          const answer = await call(signal);
          // Between two pages people's calls have the processor: a reading has an hour, a list 50 ms.
          await sleep(pause / 10);
          return answer;
        } catch (error) {
          goOn();
          const wait = error instanceof SourceFault ? waitAfter(error) : null;
          if (wait === null) throw error;
          await sleep(wait, undefined, { signal }).catch(goOn);
        }
      }
    },
    expect: (rows) =>
      change((transaction) => sql`update sync_runs set expected = ${rows} where id = ${runId}`.execute(transaction)),
    async count(counts) {
      const set = given(counts).map((name) => sql`${sql.ref(name)} = ${counts[name]}`);
      if (set.length)
        await change((transaction) =>
          sql`update sync_runs set ${sql.join(set)} where id = ${runId}`.execute(transaction),
        );
    },
    look: (work) => db.transaction().setAccessMode('read only').execute(work),
    async store(work) {
      if (isPreview) throw new Error('A preview stores nothing.');
      await change(async (transaction) => {
        const { findings = [], checkpoint = null, ...counts } = await work(transaction);
        const added = given(counts).map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${counts[name]}`);
        const set = [...added, sql`checkpoint = coalesce(${checkpoint}::text, checkpoint)`];
        await sql`update sync_runs set ${sql.join(set)} where id = ${runId}`.execute(transaction);
        await keep(transaction, findings);
      });
    },
    report: (findings) => (findings.length ? change((transaction) => keep(transaction, findings)) : Promise.resolve()),
    async pictures(kind, addresses) {
      if (isPreview) return;
      const of = { kind, companyId: connection.companyId };
      const theirs = new Map<string, string>();
      for (const { key, url } of addresses) {
        const there = pictureOn(connection.source, url, address);
        if (there !== null) theirs.set(key, there);
      }
      const wanted = theirs.size ? await picturesToTake(db, of, theirs) : [];
      for (let at = 0; at < wanted.length; at += AT_ONCE) {
        goOn();
        const taken = await Promise.allSettled(
          wanted.slice(at, at + AT_ONCE).map(async (one) => ({ ...one, picture: await takePicture(one.url, signal) })),
        );
        const found = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
        if (found.length) await change((transaction) => keepPictures(transaction, of, found));
      }
    },
    async kept() {
      const { rows } = await sql<{
        kept_pages: Buffer | null;
      }>`select kept_pages from sync_runs where id = ${runId}`.execute(db);
      const bytes = rows[0]?.kept_pages;
      return bytes ? (JSON.parse((await promisify(gunzip)(bytes)).toString()) as unknown) : null;
    },
    async keep(pages) {
      const bytes = await promisify(gzip)(JSON.stringify(pages));
      await change((transaction) =>
        sql`update sync_runs set kept_pages = ${bytes} where id = ${runId}`.execute(transaction),
      );
    },
    note: ({ name, ...facts }) =>
      change(
        (transaction) =>
          noteFacts(transaction, connection, { ...facts, ...(typeof name === 'string' && { name: words(name) }) }),
        (transaction) => sql`select from connections where id = ${connection.id} for update`.execute(transaction),
      ),
  };
  return steps;

  /** The milliseconds after which the same call is made once more; null where the fault ends the try. */
  function waitAfter({ kind, until }: SourceFault): number | null {
    if (kind === 'smaller') return pause;
    const wait = kind === 'wait' && until ? until.getTime() - now().getTime() : Infinity;
    return wait <= LONGEST_PAUSE ? Math.max(wait, 0) : null;
  }
}
