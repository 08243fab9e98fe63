import type { Connection, Run } from 'contract/company/connections';
import { runConnection } from '../src/connections/run-connection';
import { SOURCES } from '../src/connections/sources';
import { secretsWith } from '../src/database/secrets';
import { SOURCE_ADDRESSES } from '../src/start/source-addresses';
import { CHEAP, openConsole, type TestConsole } from '../src/testing/console';
import { DEMONSTRATION_PASSWORD, fillDemonstration, startDemonstrationSources, type DemonstrationSources } from '.';

let service: TestConsole;
let sources: DemonstrationSources;
beforeAll(async () => {
  service = await openConsole();
  await fillDemonstration(service.database, secretsWith(service.config.encryptionKey), CHEAP);
  sources = await startDemonstrationSources(service.database.db);
});
afterAll(async () => {
  await service.close();
  await sources.close();
});

test('each connection of the demonstration reads its stand-in; one store refuses every third time and works again @at-length', async () => {
  const { config, database, nobody } = service;
  const pair = await nobody.post('/token/pair', { username: 'admin', password: DEMONSTRATION_PASSWORD });
  const admin = nobody.with(String(pair.body.access));
  const { items } = (await admin.get<{ items: Connection[] }>('/connections')).body;
  const parts = {
    db: database.db,
    secrets: secretsWith(config.encryptionKey),
    sources: SOURCES,
    now: () => new Date(),
    pause: 1,
    addresses: { ...SOURCE_ADDRESSES, ...sources.addresses },
    report: (message: string) => {
      throw new Error(message);
    },
  };
  const sync = async ({ id }: Connection) => {
    const { run_id } = (await admin.post<{ run_id: number }>(`/connections/${id}/sync`)).body;
    await runConnection(parts, run_id, new AbortController().signal);
    return (await admin.get<Run>(`/connections/${id}/runs/${run_id}`)).body;
  };
  expect(items.map(({ source, company_name }) => [source, company_name]).sort()).toEqual([
    ['meta', 'Lumen Skin Studio'],
    ['shopify', 'Harbor & Pine Outfitters'],
    ['shopify', 'Lumen Skin Studio'],
    ['youtube', 'Prairie Kettle Coffee'],
  ]);
  for (const connection of items) {
    const run = await sync(connection);
    expect([connection.source, run.status, run.message]).toEqual([connection.source, 'done', null]);
    expect(run.read).toBeGreaterThan(0);
    expect(run.changed).toBeGreaterThan(0);
    if (connection.source === 'shopify') expect(run).toMatchObject({ doubtful: 2, created: 4, failed: 0 });
  }
  const moody = items.find(({ source, company_name }) => source === 'shopify' && company_name.startsWith('Lumen'))!;
  const outcomes = [await sync(moody), await sync(moody), await sync(moody)].map(({ status }) => status);
  expect(outcomes).toEqual(['done', 'failed', 'done']);
  const proposals = await admin.get(`/product-variant-cogs/proposals?company_id=${moody.company_id}`);
  expect(proposals.body.total).toBeGreaterThan(0);
});
