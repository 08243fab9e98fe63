/** The client of docs/ingest.md, run as it stands against the service. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { addTestCompany, openConsole, type TestConsole } from '../testing/console';
import { makeToken } from '../testing/machines';

let service: TestConsole;
let folder: string;
let client: string;
let company: number;
let environment: Record<string, string>;

beforeAll(async () => {
  service = await openConsole();
  const admin = await service.person('admin', { groups: ['AaasAdmin'] });
  company = await addTestCompany(service, 'Company A', 'company-a');
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const { token } = await makeToken(admin, { company_ids: [company] });
  environment = { CONSOLE_URL: `http://127.0.0.1:${port}`, INGEST_TOKEN: token, COMPANY_ID: String(company) };
  const page = await readFile(path.join(__dirname, '../../../docs/ingest.md'), 'utf8');
  const [, code = ''] = /```js\n([^]*?)```/.exec(page) ?? [];
  folder = await mkdtemp(path.join(os.tmpdir(), 'ingest-example-'));
  client = path.join(folder, 'send.mjs');
  await writeFile(client, code);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (ads: object[], changes: Record<string, string> = {}) =>
  new Promise<{ code: unknown; lines: unknown[]; errors: string }>((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', ...environment, ...changes };
    const child = execFile(process.execPath, [client], { env, timeout: 60_000 }, (error, stdout, errors) =>
      resolve({
        code: error?.code ?? 0,
        lines: stdout
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as unknown),
        errors,
      }),
    );
    child.stdin?.end(JSON.stringify(ads));
  });
const ads = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ad_identifier: `ad ${at}`, ad_name: `Ad ${at}`, spend_last_7d: 1 }));

it('sends a thousand at a time and ends the reading', async () => {
  const { code, lines } = await run(ads(1200));
  expect([code, lines]).toMatchObject([0, [{ created: 1000 }, { created: 200 }, { success_count: 0, gone: 0 }]]);
});

it('what is missing next time spends nothing; what was refused is told, by its key', async () => {
  const next = ads(1100).map((ad, at) => (at === 3 ? { ...ad, spend_last_7d: -1 } : ad));
  const { code, lines, errors } = await run(next);
  expect([code, lines]).toMatchObject([1, [{ unchanged: 999 }, { unchanged: 100 }, { gone: 100 }]]);
  expect(errors).toContain('Record 3 (ad 3): 7d Spend must be at least 0');
  const { rows } = await sql`select from facebook_ads where company_id = ${company} and spend_last_7d = 0`.execute(
    service.database.db,
  );
  expect(rows).toHaveLength(100);
});

it('stops at once with a token that does not work, and tells no token', async () => {
  const { code, lines, errors } = await run(ads(1), { INGEST_TOKEN: `${environment['INGEST_TOKEN']}x` });
  expect([code, lines]).toEqual([1, []]);
  expect(errors).toContain('401 {"detail":"This token does not admit you"}');
  expect(errors).not.toContain('swi_');
});
