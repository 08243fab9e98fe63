/** A company's connection to a source's stand-in: made, confirmed and run as people and the queue do it, by a clock of the test. */
import { sql } from 'kysely';
import type { Connection, CredentialKind, ConnectionSource, Run, RunWithFindings } from 'contract/company/connections';
import { runConnection, type RunParts } from '../connections/run-connection';
import { SOURCES } from '../connections/sources';
import { secretsWith } from '../database/secrets';
import type { SourceAddresses } from '../start/source-addresses';
import type { Person, TestConsole } from './console';

export interface Connected {
  readonly id: number;
  /** Runs a run to its end: waits pass at once. Returns it as its response has it. */
  end(runId: number): Promise<RunWithFindings>;
  /** Asks for a run of all a minute later, and ends it. */
  sync(): Promise<RunWithFindings>;
  /** Ends a run that is queued by whatever else. */
  queued(): Promise<RunWithFindings>;
  confirm(runId: number): Promise<RunWithFindings>;
  preview(): Promise<RunWithFindings>;
}

export interface Clock {
  now: number;
}

/** Connects a company; its first preview is not confirmed yet. */
export async function connect(
  service: TestConsole,
  admin: Person,
  {
    addresses,
    clock,
    report,
    ...of
  }: {
    readonly company: number;
    readonly source: ConnectionSource;
    readonly externalId: string | null;
    readonly kind: CredentialKind;
    readonly secret: string;
    readonly addresses: SourceAddresses;
    readonly clock: Clock;
    readonly report?: RunParts['report'];
  },
): Promise<Connected> {
  const { body: credential } = await admin.post<{ id: number }>('/credentials', {
    company_id: of.company,
    source: of.source,
    kind: of.kind,
    label: 'Key',
    secret: of.secret,
  });
  const { body: connection } = await admin.post<Connection>('/connections', {
    company_id: of.company,
    source: of.source,
    external_id: of.externalId,
    credential_id: credential.id,
  });
  const path = `/connections/${connection.id}`;
  const parts: RunParts = {
    db: service.database.db,
    secrets: secretsWith(service.config.encryptionKey),
    sources: SOURCES,
    addresses,
    now: () => new Date(clock.now),
    report: report ?? ((message) => expect(message).toBe('')),
    pause: 0,
  };
  const end = async (runId: number) => {
    let again = await runConnection(parts, runId, new AbortController().signal);
    for (let tries = 0; again && tries < 100; tries += 1) {
      clock.now = Math.max(clock.now, again.again.getTime());
      again = await runConnection(parts, runId, new AbortController().signal);
    }
    return (await admin.get<RunWithFindings>(`${path}/runs/${runId}`)).body;
  };
  const ask = async (call: string) => end((await admin.post<{ run_id: number }>(call)).body.run_id);
  return {
    id: connection.id,
    end,
    preview: () => ask(`${path}/preview`),
    sync() {
      clock.now += 60_000;
      return ask(`${path}/sync`);
    },
    confirm: (runId) => ask(`${path}/runs/${runId}/confirm`),
    async queued() {
      const { rows } = await sql<Pick<Run, 'id'>>`
        select id from sync_runs where connection_id = ${connection.id} and status = 'queued'`.execute(
        service.database.db,
      );
      return end(rows[0]!.id);
    },
  };
}
