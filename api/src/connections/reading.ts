/**
 * A source's reading: how a run of a connection reads it (DECISIONS §13). It knows the source's client and what its areas
 * let a source write; queues, states, waits, stops and the log belong to the runs.
 *
 * The result of a reading ends its try: nothing, where it has read all; an `Asking`, where a person has to decide first. A
 * `SourceFault` that it throws says how to go on. After a kill, a wait, a fault or a confirmation the same run reads once
 * more, from its checkpoint: a reading without one begins at the beginning, with its counts at zero.
 */
import type { Kysely, Transaction } from 'kysely';
import type { ConnectionSettings, ConnectionSource, RunFinding } from 'contract/company/connections';
import type { Tables } from '../database/connection';
import type { Pictured } from '../pictures/pictures.queries';
import type { ClientOptions, KlaviyoClient, SourceTest } from './source';

/** The numbers of a run. `read` is the sum of created, changed, unchanged, doubtful and failed. */
export interface Counts {
  readonly read: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly doubtful: number;
  readonly gone: number;
  readonly failed: number;
}

/** A finding as a run keeps it, by the ids of the records that it may be. */
export interface Finding extends Pick<RunFinding, 'kind' | 'key' | 'label' | 'message'> {
  readonly candidates: readonly number[];
}

/** The counts of one step, which are added, its findings, and the place from which the reading goes on after a kill. */
export interface Stored extends Partial<Counts> {
  readonly findings?: readonly Finding[];
  /** Absent: from where it was. */
  readonly checkpoint?: string;
}

/** The connection that is read. */
export interface ReadConnection {
  readonly id: number;
  readonly companyId: number;
  readonly source: ConnectionSource;
  /** The store's NAME, `act_…`; null for YouTube. */
  readonly externalId: string | null;
  readonly settings: ConnectionSettings;
  /** Of the last test or read; null before the first. */
  readonly zone: string | null;
  readonly currency: string | null;
  /** The company's time zone. */
  readonly companyZone: string;
}

/** The run that reads. */
export interface ReadRun {
  readonly id: number;
  /** ISO 8601 with milliseconds: when the run first began. It is the same after a kill or a wait: `observedAt` of what is written. */
  readonly observedAt: string;
  /** Counts and writes nothing: `store` throws. */
  readonly isPreview: boolean;
  /** The ids of our records to be read again (a refresh, new posts); null: all, whole. Only a whole run ends with gone or zero. */
  readonly only: readonly number[] | null;
  /** A person has agreed that more than 20 % may be gone or zero. */
  readonly mayEndMany: boolean;
  /** As `store` kept it last; null: begin at the beginning. */
  readonly checkpoint: string | null;
}

/** A test's parts. */
export interface TestContext extends ClientOptions {
  readonly connection: Pick<ReadConnection, 'companyId' | 'externalId' | 'settings'>;
}

/** The parts of a reading. `address`, `secret` and `now` are its client's. */
export interface ReadContext extends ClientOptions {
  readonly connection: ReadConnection;
  readonly run: ReadRun;
  /** Ends with the process; calls of `ask` have it already. */
  readonly signal: AbortSignal;
  /**
   * Asks the source: the one way to call a client. A `smaller` fault and a `wait` of at most a minute are waited for and
   * asked again here, on the same client; every other fault is thrown and ends the try.
   */
  ask<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** How many rows the source has. A whole run that expected some and read none fails by itself. */
  expect(rows: number): Promise<void>;
  /** Shows how far it is, where it stores nothing on the way: the given numbers in place of those before. */
  count(counts: Partial<Counts>): Promise<void>;
  /** Looks into the database, in a transaction that can write nothing; a preview counts by it. */
  look<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * Writes in one transaction what `work` writes and returns. It is the step at which a run ends that was stopped, or whose
   * process stops: do not catch what it throws. One page (or, all or nothing, all of it) a call.
   */
  store(work: (transaction: Transaction<Tables>) => Promise<Stored>): Promise<void>;
  /** Keeps findings for people to see where nothing is stored, up to 200 a run; one that was there already once. */
  report(findings: readonly Finding[]): Promise<void>;
  /**
   * Takes the pictures that were not taken from their address yet, after the records are stored. One that cannot be taken is
   * left to the next run, and one on a host that is not the source's is never asked for. A preview takes none.
   */
  pictures(kind: Pictured, addresses: readonly { readonly key: string; readonly url: string | null }[]): Promise<void>;
  /** The JSON that a try of this run kept; null: none. */
  kept(): Promise<unknown>;
  /**
   * Keeps JSON for the next try of a run whose source asks for a longer wait than `ask` waits: pages that are stored all or
   * nothing need not be read again. It is gone once the run has ended.
   */
  keep(pages: unknown): Promise<void>;
  /** Notes what the source says of itself and of the credential; absent stays as it was. */
  note(facts: Partial<Pick<SourceTest, 'name' | 'zone' | 'currency' | 'expiresAt'>>): Promise<void>;
}

/** A run that waits for a person's yes: why, as a sentence. Confirmed, the run reads once more with `mayEndMany`. */
export interface Asking {
  readonly asking: string;
  /** How many would be gone or zero. */
  readonly gone: number;
}

/** How the doubtful records of a source are matched by hand. */
export interface Matching {
  /**
   * Makes a doubtful record of the source one of ours, once and for good; null: a new one, from the next run on. Throws
   * RuleBroken where none can be made.
   *
   * @returns false where there is no such record of the company
   */
  match(
    transaction: Transaction<Tables>,
    companyId: number,
    match: { readonly key: string; readonly recordId: number | null },
  ): Promise<boolean>;
  /** The state of doubtful records today, and the labels of those of ours that they may be. */
  known(db: Kysely<Tables>, companyId: number, findings: readonly Finding[]): Promise<KnownMatches>;
}

/** Doubtful records by their keys, and ours by their ids. */
export interface KnownMatches {
  readonly labels: ReadonlyMap<number, string>;
  /** The records that they were matched to; null: a new one. */
  readonly matches: ReadonlyMap<string, number | null>;
  /** The keys of which no new record can be made. */
  readonly taken: ReadonlySet<string>;
}

/** A source of connections, as `sources.ts` names it. */
export interface ConnectedSource {
  /** Throws SourceFault where the source says no as a whole; obstacles are `problems`. */
  test(context: TestContext, signal: AbortSignal): Promise<SourceTest>;
  /** Reads; see above. */
  read(context: ReadContext): Promise<void | Asking>;
  /** Its doubtful records, matched by hand; absent where it has none. */
  readonly matching?: Matching;
  /**
   * The ids of records that were added and never asked for, at most 1,000: they are read within a minute. Absent where the
   * source brings its records itself.
   */
  added?(db: Kysely<Tables>, companyId: number): Promise<number[]>;
}

/** The sources that there are; one that is absent cannot be connected. */
export interface Sources {
  readonly connected: Readonly<Partial<Record<ConnectionSource, ConnectedSource>>>;
  readonly klaviyo: ((options: ClientOptions) => KlaviyoClient) | null;
}
