/** A service whose Shopify is scripted, and what tests of connections do with it. */
import type { Connection, ConnectionCreate, Credential, RunWithFindings } from 'contract/company/connections';
import type { Again } from '../jobs/run-jobs';
import { runConnection, type RunParts } from '../connections/run-connection';
import { secretsWith } from '../database/secrets';
import type { Person, TestConsole } from './console';
import { openConsole, addTestCompany } from './console';
import { scriptedSource, type Script } from './scripted-source';

/** The secret of every credential of a test: no answer, row or line may hold it. */
export const SECRET = 'shpat_0123456789abcdefghijSECRET';

/** The service, its people and companies. */
export interface ConnectionsConsole {
  readonly service: TestConsole;
  readonly script: Script;
  readonly parts: RunParts;
  /** The lines that runs have reported. */
  readonly reported: string[];
  /** In AaasAdmin. */
  readonly aaas: Person;
  /** In CompanyAdmin, of company A. */
  readonly admin: Person;
  readonly a: number;
  readonly b: number;
  /** A new company with a credential and a connection; confirmed by SQL unless it is to be new. */
  connected(more?: { isNew?: boolean; company?: number; shared?: Credential }): Promise<{
    company: number;
    connection: Connection;
    credential: Credential;
  }>;
  /** Tries a run once, at a moment. */
  run(runId: number, signal?: AbortSignal): Promise<Again | void>;
  runOf(connection: Connection, runId: number): Promise<RunWithFindings>;
  found(connection: Connection): Promise<Connection>;
  /** Has the connection read once; returns the run. */
  sync(connection: Connection): Promise<RunWithFindings>;
}

let made = 0;

/** Opens it; `clock` may be moved by the test. */
export async function openConnectionsConsole(clock: { now: Date } = { now: new Date() }): Promise<ConnectionsConsole> {
  const { script, source } = scriptedSource();
  const sources = { connected: { shopify: source, meta: source, youtube: source }, klaviyo: null };
  const service = await openConsole({}, { sources });
  const [a, b] = [await addTestCompany(service, 'Company A', 'company-a'), await addTestCompany(service, 'B', 'b')];
  const aaas = await service.person('aaas', { groups: ['AaasAdmin'] });
  const admin = await service.person('admin', { groups: ['CompanyAdmin'], companies: ['company-a'] });
  const reported: string[] = [];
  const { db } = service.database;
  const parts: RunParts = {
    db,
    sources,
    secrets: secretsWith(service.config.encryptionKey),
    addresses: service.config.sources,
    now: () => clock.now,
    report: (line: string) => void reported.push(line),
    pause: 1,
  };
  const runOf = async ({ id }: Connection, runId: number) =>
    (await aaas.get<RunWithFindings>(`/connections/${id}/runs/${runId}`)).body;
  const run = (runId: number, signal = new AbortController().signal) => runConnection(parts, runId, signal);
  return {
    service,
    script,
    parts,
    reported,
    aaas,
    admin,
    a,
    b,
    run,
    runOf,
    found: async ({ id }) => (await aaas.get<Connection>(`/connections/${id}`)).body,
    async connected({ isNew = false, company, shared } = {}) {
      made += 1;
      const company_id = company ?? (await addTestCompany(service, `Company ${made}`, `made-${made}`));
      const body = { company_id, source: 'shopify', kind: 'token', label: `Key ${made}`, secret: SECRET };
      const credential = shared ?? (await aaas.post<Credential>('/credentials', body)).body;
      const create: ConnectionCreate = {
        company_id,
        source: 'shopify',
        external_id: 'acme',
        credential_id: credential.id,
      };
      const { status, body: connection } = await aaas.post<Connection>('/connections', create);
      if (status !== 201) throw new Error(`POST /connections responded with ${status}: ${JSON.stringify(connection)}`);
      if (!isNew)
        await db
          .updateTable('connections')
          .set({ confirmed_at: '2026-01-01T00:00:00Z', state: 'ok' })
          .where('id', '=', connection.id)
          .execute();
      return { company: company_id, connection, credential };
    },
    async sync(connection) {
      const { status, body } = await aaas.post<{ run_id: number }>(`/connections/${connection.id}/sync`);
      if (status !== 202) throw new Error(`The sync responded with ${status}: ${JSON.stringify(body)}`);
      await run(body.run_id);
      return runOf(connection, body.run_id);
    },
  };
}
