import { openConsole, PASSWORD, type TestConsole } from '../testing/console';

let service: TestConsole;

beforeAll(async () => {
  service = await openConsole();
});
afterAll(() => service.close());

const pair = (username: string, password: string, address: string) =>
  service.nobody.post('/token/pair', { username, password }, { 'x-forwarded-for': address });

describe('the limit on failures', () => {
  it('refuses the eleventh wrong try from one address, also with the right password, and lets another address in (AUTH-05, AUTH-06)', async () => {
    await service.person('locked');
    for (let tries = 0; tries < 10; tries += 1) expect((await pair('locked', 'wrong', '192.0.2.7')).status).toBe(401);
    const refused = await pair('LOCKED ', PASSWORD, '192.0.2.7');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(290);
    expect(refused.body.detail).toMatch(/^Too many failed attempts\. Please try again in \d+ seconds\.$/);
    expect((await pair('locked', PASSWORD, '192.0.2.8')).status).toBe(200);
  });

  it('holds for many tries at once', async () => {
    await service.person('rushed');
    const tries = await Promise.all(Array.from({ length: 30 }, () => pair('rushed', 'wrong', '192.0.2.9')));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('starts anew for who knows the password', async () => {
    await service.person('clumsy');
    const fail = () => pair('clumsy', 'wrong', '192.0.2.14');
    for (let tries = 0; tries < 9; tries += 1) await fail();
    expect((await pair('clumsy', PASSWORD, '192.0.2.14')).status).toBe(200);
    for (let tries = 0; tries < 9; tries += 1) expect((await fail()).status).toBe(401);
    expect((await pair('clumsy', PASSWORD, '192.0.2.14')).status).toBe(200);
  });

  it('does not count what succeeds, however much at once', async () => {
    await service.person('busy');
    const tries = await Promise.all(Array.from({ length: 15 }, () => pair('busy', PASSWORD, '192.0.2.10')));
    expect(tries.every(({ status }) => status === 200)).toBe(true);
  });

  it('refuses an address after a hundred failures for any names', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, at) => pair(`guess-${at}`, 'wrong', '192.0.2.11')));
    expect((await pair('guess-new', 'wrong', '192.0.2.11')).status).toBe(429);
  });

  it('takes the address from as many proxies as are trusted, not from what a client writes before them', async () => {
    await service.person('forger');
    for (let tries = 0; tries < 10; tries += 1) await pair('forger', 'wrong', `203.0.113.${tries}, 192.0.2.12`);
    expect((await pair('forger', 'wrong', '203.0.113.99, 192.0.2.12')).status).toBe(429);
  });

  it('forgets what is older than five minutes', async () => {
    await service.person('patient');
    for (let tries = 0; tries < 10; tries += 1) await pair('patient', 'wrong', '192.0.2.13');
    const { db } = service.database;
    await db.updateTable('sign_in_failures').set({ failed_at: '2020-01-01T00:00:00Z' }).execute();
    expect((await pair('patient', PASSWORD, '192.0.2.13')).status).toBe(200);
  });
});
