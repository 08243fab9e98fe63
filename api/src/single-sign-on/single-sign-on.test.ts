import type { CompanyPeople, Person as Shown } from 'contract/people/people';
import type { SignInRuleWrite } from 'contract/people/sign-in-rules';
import type { CurrentUser } from 'contract/session';
import { addTestCompany, openConsole, PASSWORD, Person, type TestConsole } from '../testing/console';
import { addPasskey, answer, passkeyOptions } from '../testing/passkey';
import { loggedError } from './provider-client';
import { CONSOLE_URL, startSignInProvider, TestBrowser, told, type TestProvider } from '../testing/sign-in-provider';

let provider: TestProvider;
let service: TestConsole;
let admin: Person;
let acme: number;

beforeAll(async () => {
  provider = await startSignInProvider('okta', 'other');
  const providers = [provider.as('okta'), provider.as('other')];
  service = await openConsole({ publicUrl: CONSOLE_URL, providers });
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
  acme = await addTestCompany(service, 'Acme', 'acme');
});
afterEach(async () => {
  await service.database.db.deleteFrom('sign_in_rules').execute();
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});

const browser = (name?: string) => new TestBrowser(service, name);
const addRule = (rule: Partial<SignInRuleWrite> = {}) =>
  admin.post<{ id: number }>('/sign-in-rules', {
    provider: 'okta',
    claim: 'groups',
    value: 'ads',
    groups: ['AdManager'],
    company_ids: [acme],
    ...rule,
  });
/** Signs in, and asks who one is then. */
const me = async (account: string, by = browser()) => {
  const { body } = await by.tokens(account);
  return (await new Person(service.app, account, body.access, body.refresh).get<CurrentUser>('/users/me')).body;
};
const shown = async (username: string) =>
  (await admin.get<{ items: Shown[] }>(`/people?search=${encodeURIComponent(username)}`)).body.items.find(
    (person) => person.username === username,
  );
/** The last failed sign-in, as the log has it. */
const lastFailure = async () =>
  (
    await service.database.db
      .selectFrom('audit_log')
      .select(['username', 'after'])
      .where('action', '=', 'sign in failed')
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.after;

describe('who signs in', () => {
  it('is made at the first time where a rule admits them, with its groups and companies, and gets on to where they were', async () => {
    await addRule();
    await provider.setAccounts({
      ada: { preferred_username: 'Ada L', email: 'ada@x.test', email_verified: true, groups: ['ads'] },
    });
    const by = browser();
    const { sign_in_code, return_to } = await by.signIn('ada', '/facebook-ads?page=2');
    expect(return_to).toBe('/facebook-ads?page=2');
    const pair = (headers: Record<string, string>) =>
      service.nobody.post<{ access: string; detail: string }>('/token/pair', { sign_in_code }, headers);
    const { body } = await pair({ cookie: by.cookie() });
    expect((await new Person(service.app, '', body.access, null).get<CurrentUser>('/users/me')).body).toMatchObject({
      username: 'Ada L',
      email: 'ada@x.test',
      groups: ['AdManager'],
      companies: [{ id: acme }],
    });
    // Once.
    expect((await pair({ cookie: by.cookie() })).status).toBe(401);
    expect(await shown('Ada L')).toMatchObject({ state: 'active', managed_by: 'okta', second_factor: 'none' });
    const log = await service.database.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(3).execute();
    expect(log[0]).toMatchObject({ action: 'sign in', username: 'Ada L', after: { provider: 'okta' } });
    expect(log.find(({ action }) => action === 'update')).toMatchObject({ username: 'okta', user_id: null });
  });

  it('is not admitted without a rule that holds; the page is told so, and the log', async () => {
    await addRule({ value: 'finance' });
    await provider.setAccounts({ eve: { groups: ['ads'] } });
    expect(await browser().signIn('eve')).toEqual({ sign_in_failed: 'not-admitted' });
    expect(await lastFailure()).toMatchObject({ provider: 'okta', refused: 'not-admitted' });
    expect(await shown('eve')).toBeUndefined();
  });

  it('has what all rules together grant that hold at this sign-in, and no more', async () => {
    await addRule();
    await addRule({ claim: 'realm_access.roles', value: 'boss', groups: ['CompanyAdmin'], company_ids: [] });
    const account = { preferred_username: 'grace' };
    await provider.setAccounts({ grace: { ...account, groups: ['ads'], realm_access: { roles: ['boss'] } } });
    expect(await me('grace')).toMatchObject({ groups: ['AdManager', 'CompanyAdmin'], companies: [{ id: acme }] });
    await provider.setAccounts({ grace: { ...account, groups: [], realm_access: { roles: ['boss'] } } });
    expect(await me('grace')).toMatchObject({ groups: ['CompanyAdmin'], companies: [] });
    await provider.setAccounts({ grace: { ...account, groups: [] } });
    expect(await browser().signIn('grace')).toEqual({ sign_in_failed: 'not-admitted' });
    expect(await shown('grace')).toMatchObject({ groups: [], company_ids: [] });
  });

  it('is the person with this address where the provider has verified it, and stays it (SSO-04)', async () => {
    await service.person('mary', { groups: ['AdManager'] });
    const email = 'mary@example.test';
    // Without rules the provider decides about no rights, and admits those alone whom it knows by address.
    await provider.setAccounts({
      m1: { email, email_verified: false },
      m2: { email },
      m3: { email, email_verified: 'true' },
    });
    for (const account of ['m1', 'm2', 'm3'])
      expect(await browser().signIn(account)).toEqual({ sign_in_failed: 'not-admitted' });
    await provider.setAccounts({ m4: { email: 'MARY@example.test', email_verified: true } });
    expect(await me('m4')).toMatchObject({ username: 'mary', groups: ['AdManager'] });
    expect(await shown('mary')).toMatchObject({ managed_by: null });
    // The subject is theirs, whatever its address is by now; another one with the address is not.
    await provider.setAccounts({ m4: { email: 'new@x.test' }, m5: { email, email_verified: true } });
    expect(await me('m4')).toMatchObject({ username: 'mary' });
    expect(await browser().signIn('m5')).toEqual({ sign_in_failed: 'not-admitted' });
    await addRule({ claim: 'sub', value: 'm5' });
    await provider.setAccounts({ m5: { preferred_username: 'Mary', email, email_verified: true } });
    expect(await browser().signIn('m5')).toEqual({ sign_in_failed: 'name-taken' });
  });

  it('keeps the rights that people gave, where the provider has never signed them in and no rule holds (SSO-05)', async () => {
    await service.person('nora', { groups: ['CompanyAdmin'], companies: ['acme'] });
    await addRule();
    await provider.setAccounts({ n1: { email: 'nora@example.test', email_verified: true, groups: ['finance'] } });
    expect(await browser().signIn('n1')).toEqual({ sign_in_failed: 'not-admitted' });
    expect(await shown('nora')).toMatchObject({ groups: ['CompanyAdmin'], company_ids: [acme], managed_by: null });
  });

  it('accepts an invitation by it, without a password', async () => {
    const { body } = await admin.post<{ token: string }>('/people/invitations', {
      username: 'invited',
      email: 'invited@x.test',
      groups: ['Admin'],
      company_ids: [],
    });
    await provider.setAccounts({ i: { email: 'invited@x.test', email_verified: true } });
    expect(await me('i')).toMatchObject({ username: 'invited', groups: ['Admin'] });
    expect((await service.nobody.post('/people/invitations/open', { token: body.token })).status).toBe(404);
    expect(await shown('invited')).toMatchObject({ state: 'active' });
  });

  it('who is disabled here is refused, and the last AaasAdmin stays one (SSO-06)', async () => {
    await addRule();
    await provider.setAccounts({
      off: { groups: ['ads'] },
      admin: { email: 'admin@example.test', email_verified: true, groups: ['ads'] },
    });
    await me('off');
    const person = await shown('off');
    await admin.post(`/people/${person?.id}/disable`);
    expect(await browser().signIn('off')).toEqual({ sign_in_failed: 'disabled' });
    expect((await me('admin')).groups).toEqual(['AaasAdmin', 'AdManager']);
  });
});

describe('what a provider manages', () => {
  it('is read-only on the screen, and says whose it is', async () => {
    await addRule();
    await provider.setAccounts({ lin: { groups: ['ads'] } });
    await me('lin');
    const person = await shown('lin');
    const detail = 'okta decides about this person’s groups and companies. Please change them there.';
    for (const change of [{ groups: [] }, { company_ids: [] }])
      expect(await admin.patch(`/people/${person?.id}`, change)).toMatchObject({ status: 400, body: { detail } });
    const why = await admin.get<CompanyPeople>(`/companies/${acme}/people`);
    expect(why.body.items).toContainEqual(
      expect.objectContaining({ username: 'lin', is_member: true, sees_every_company: false, managed_by: 'okta' }),
    );
    expect((await admin.patch(`/people/${person?.id}`, { email: 'lin@x.test', groups: ['AdManager'] })).status).toBe(
      200,
    );
    const bulk = { ids: [person?.id], confirm: true, add_groups: ['Admin'] };
    expect((await admin.post('/people/bulk/rights', bulk)).body).toMatchObject({
      success_count: 0,
      errors: [{ msg: detail }],
    });
  });

  it('is no password: none signs in, and none can be set beside the provider (SSO-07)', async () => {
    await addRule();
    await provider.setAccounts({ kim: { groups: ['ads'] } });
    const { body } = await browser().tokens('kim');
    for (const password of ['', PASSWORD])
      expect((await service.nobody.post('/token/pair', { username: 'kim', password })).status).not.toBe(200);
    const kim = new Person(service.app, 'kim', body.access, body.refresh);
    const set = await kim.post('/users/me/password', { new_password: 'tea at four o’clock' });
    expect(set).toMatchObject({
      status: 400,
      body: { detail: 'You log in by single sign-on, without a password here.' },
    });
    // A passkey stands in for a password.
    const { authenticator } = await addPasskey(kim);
    const { body: given } = await answer(service.nobody, authenticator.get(await passkeyOptions(service.nobody)));
    expect((await service.nobody.post('/token/pair', { sign_in_code: given.sign_in_code })).status).toBe(401);
  });

  it('comes by rules that name companies that are there, and a provider as the operator’s file does', async () => {
    expect((await addRule({ company_ids: [999_999] })).status).toBe(404);
    expect((await addRule({ provider: 'Not A Name' })).status).toBe(422);
  });
});

describe('attacks', () => {
  const FAILED = { sign_in_failed: 'failed' };
  beforeEach(async () => {
    await addRule();
    await provider.setAccounts({ ada2: { groups: ['ads'] } });
  });

  it('a link signs no one in: a code works in the browser alone that was led to the provider (SSO-01)', async () => {
    const [attacker, victim] = [browser(), browser()];
    const { sign_in_code } = await attacker.signIn('ada2');
    await victim.begin();
    for (const cookie of ['', victim.cookie(), 'sign_in=x'])
      expect((await service.nobody.post('/token/pair', { sign_in_code }, { cookie })).status).toBe(401);
    // It is used up by then.
    expect((await service.nobody.post('/token/pair', { sign_in_code }, { cookie: attacker.cookie() })).status).toBe(
      401,
    );
  });

  it('a callback counts in the browser that began it, for its provider, unchanged, and once (SSO-02)', async () => {
    const by = browser();
    const address = await by.passProvider(await by.begin(), 'ada2');
    const stranger = browser();
    expect(told(await stranger.ask(address))).toEqual(FAILED);
    await stranger.begin();
    expect(told(await stranger.ask(address))).toEqual(FAILED);
    expect(told(await by.ask(address.replace('/okta/', '/other/')))).toEqual(FAILED);
    expect(told(await by.ask(address.replace(/state=[^&]+/, 'state=x')))).toEqual(FAILED);
    expect(told(await by.ask(address.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.test')))).toEqual(FAILED);
    expect(told(await by.ask(address.replace(/&iss=[^&]+/, '')))).toEqual(FAILED);
    expect(told(await by.ask(address))).toHaveProperty('sign_in_code');
    expect(told(await by.ask(address))).toEqual(FAILED);
    expect(told(await by.ask('/api/sign-in/okta/callback'))).toEqual(FAILED);
    expect(JSON.stringify(await service.database.db.selectFrom('sign_in_codes').selectAll().execute())).not.toContain(
      String(new URL(address, CONSOLE_URL).searchParams.get('code')),
    );
  });

  it.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/login/../..//evil.test',
    'javascript:alert(1)',
    '/nowhere',
    '',
  ])('the way back is a path of the console, not %j (SSO-03)', async (asked) =>
    expect((await browser().signIn('ada2', asked)).return_to).toBe('/'),
  );

  it('the cookie is out of reach of scripts and other sites, and says nothing', async () => {
    const { headers } = await service.app.inject({ method: 'GET', url: '/api/sign-in/okta' });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['set-cookie']).toMatch(/^sign_in=[\w-]+; Path=\/api; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const { searchParams } = new URL(String(headers.location));
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(String(headers['set-cookie'])).not.toContain(String(searchParams.get('state')));
  });

  it('a provider that is not there is 404, a person who refuses is told so', async () => {
    expect((await service.app.inject({ method: 'GET', url: '/api/sign-in/nowhere' })).statusCode).toBe(404);
    expect(await browser().signIn('-')).toEqual({ sign_in_failed: 'cancelled' });
  });

  it('the log says why one failed, and nothing that was sent along (SSO-08)', () => {
    const cause = { claims: { email: 'ada@x.test' }, parameters: { code: 'secret' } };
    const failed = Object.assign(new Error('unexpected JWT claim', { cause }), { code: 'OAUTH_JWT', error: cause });
    expect(loggedError(failed)).toEqual({ reason: 'unexpected JWT claim', code: 'OAUTH_JWT' });
    expect(loggedError(new Error('fetch', { cause: new TypeError('no line') })).reason).toBe('fetch: no line');
  });

  it('a provider that cannot be reached is told', async () => {
    const away = { ...provider.as('okta'), issuer: 'http://127.0.0.1:9' };
    const other = await openConsole({ publicUrl: CONSOLE_URL, providers: [away] });
    expect(told(await new TestBrowser(other).begin())).toEqual({ sign_in_failed: 'unreachable' });
    await other.close();
  });
});

describe('back-channel logout', () => {
  const logout = (token: string) =>
    service.app.inject({
      method: 'POST',
      url: '/api/sign-in/okta/logout',
      payload: `logout_token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  it('who signs out at the provider is signed out here, there alone', async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as { port: number };
    await provider.setLogoutAddress(`http://127.0.0.1:${port}/api/sign-in/okta/logout`);
    await addRule();
    await provider.setAccounts({ zoe: { groups: ['ads'] } });
    const [here, there] = [browser(), browser()];
    const people = [];
    for (const by of [here, there]) {
      const { body } = await by.tokens('zoe');
      people.push(new Person(service.app, 'zoe', body.access, body.refresh));
    }
    await here.signOutAtProvider(provider.issuer);
    expect((await people[0]?.get('/users/me'))?.status).toBe(401);
    expect((await people[1]?.get('/users/me'))?.status).toBe(200);
  });

  it('a token that the provider has not signed ends nothing (SSO-09)', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = {
      iss: provider.issuer,
      aud: 'console-okta',
      sub: 'zoe',
      iat: Math.floor(Date.now() / 1000),
      jti: 'x',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    };
    for (const token of [
      '',
      'x',
      `${part({ alg: 'none' })}.${part(claims)}.`,
      `${part({ alg: 'RS256' })}.${part(claims)}.AA`,
    ])
      expect((await logout(token)).statusCode).toBe(400);
  });
});

describe('rules of the operator', () => {
  it('SIGN_IN=oidc leaves passwords to those whom the operator named (SSO-10)', async () => {
    const closed = await openConsole({ publicUrl: CONSOLE_URL, providers: [provider.as('okta')], onlyProviders: true });
    await closed.person('locked out');
    await closed.person('chief', { groups: ['AaasAdmin'] });
    const pair = (username: string) => closed.nobody.post('/token/pair', { username, password: PASSWORD });
    expect(await pair('chief')).toMatchObject({ status: 401, body: { detail: 'Invalid username or password' } });
    await closed.database.db
      .updateTable('users')
      .set({ password_sign_in: true })
      .where('username', '=', 'chief')
      .execute();
    expect((await pair('chief')).status).toBe(200);
    expect((await pair('locked out')).status).toBe(401);
    await closed.close();
  });

  it('who has to have a second factor sets one up, unless the provider has asked for one', async () => {
    const strict = await openConsole({
      publicUrl: CONSOLE_URL,
      providers: [provider.as('okta')],
      requireSecondFactor: ['AdManager'],
    });
    await strict.database.db
      .insertInto('sign_in_rules')
      .values({
        provider: 'okta',
        claim: 'groups',
        value: 'ads',
        groups: ['AdManager'],
        company_ids: [],
        updated_by: null,
      })
      .execute();
    const own = async (account: string) => {
      const { body } = await new TestBrowser(strict).tokens(account);
      return (await new Person(strict.app, account, body.access, null).get<CurrentUser>('/users/me')).body;
    };
    await provider.setAccounts({
      weak: { groups: ['ads'], amr: ['pwd'] },
      strong: { groups: ['ads'], amr: ['pwd', 'otp'] },
    });
    expect(await own('weak')).toMatchObject({ must_set_up_factor: true, groups: [] });
    expect(await own('strong')).toMatchObject({ groups: ['AdManager'] });
    await strict.close();
  });
});
