/** A real provider of single sign-on in a process of its own (demo/sign-in-provider), and a browser that goes there and back. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { SignInProvider } from '../start/sign-in-providers';
import type { TestConsole } from './console';

/** The claims of a person at the provider. */
export type Account = Readonly<Record<string, unknown>>;

/** The provider as a test has it. */
export interface TestProvider {
  readonly issuer: string;
  /** As the console knows it, by this name. */
  as(name: string): SignInProvider;
  /** Replaces its people; sessions that browsers have there go on. */
  setAccounts(accounts: Readonly<Record<string, Account>>): Promise<void>;
  /** Where it tells of a logout; null: nowhere. */
  setLogoutAddress(address: string | null): Promise<void>;
  stop(): Promise<void>;
}

/** The address that the console of a test has. */
export const CONSOLE_URL = 'http://localhost:8080';
const SECRET = 'a secret of console and provider';

/** Starts one for clients of these names, each of which comes back to the console. */
export async function startSignInProvider(...names: string[]): Promise<TestProvider> {
  let logoutAddress: string | null = null;
  const clients = () =>
    names.map((name) => ({
      client_id: `console-${name}`,
      client_secret: SECRET,
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: [`${CONSOLE_URL}/api/sign-in/${name}/callback`],
      ...(logoutAddress && { backchannel_logout_uri: logoutAddress, backchannel_logout_session_required: true }),
    }));
  const file = path.resolve(__dirname, '../../demo/sign-in-provider.mjs');
  const child = spawn(process.execPath, [file, '0', JSON.stringify({ clients: clients() })], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => {
    const { value, done } = (await lines.next()) as { value?: string; done?: boolean };
    if (done || value === undefined) throw new Error('The provider has ended');
    return value;
  };
  const issuer = await line();
  const change = async (settings: object) => {
    child.stdin.write(`${JSON.stringify(settings)}\n`);
    await line();
  };
  return {
    issuer,
    as: (name) => ({
      name,
      label: name,
      issuer,
      clientId: `console-${name}`,
      clientSecret: SECRET,
      scope: 'openid email profile',
    }),
    setAccounts: (accounts) => change({ accounts }),
    async setLogoutAddress(address) {
      logoutAddress = address;
      await change({ clients: clients() });
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve());
        child.kill();
      }),
  };
}

/** The words that the login's page finds behind the `#`. */
export type Told = Readonly<Partial<Record<'sign_in_code' | 'return_to' | 'sign_in_failed', string>>>;

/** A browser with cookies of its own, for the console and the provider. */
export class TestBrowser {
  private readonly cookies = new Map<string, string>();
  /** The last address of the provider's that led back. */
  callback = '';

  constructor(
    private readonly service: TestConsole,
    private readonly name = 'okta',
  ) {}

  /** The cookies of a site, as a header. */
  cookie(site: 'console' | 'provider' = 'console'): string {
    return [...this.cookies]
      .filter(([key]) => key.startsWith(`${site} `))
      .map(([key, value]) => `${key.slice(site.length + 1)}=${value}`)
      .join('; ');
  }

  private keep(site: string, headers: readonly string[]) {
    for (const header of headers) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      this.cookies.set(`${site} ${name}`, value);
    }
  }

  /** Asks the console for an address of single sign-on; returns where it leads. */
  async ask(address: string): Promise<string> {
    const { headers } = await this.service.app.inject({
      method: 'GET',
      url: address,
      headers: { cookie: this.cookie() },
    });
    this.keep('console', [headers['set-cookie'] ?? []].flat());
    return String(headers.location);
  }

  /** Goes to the provider; returns the address there. */
  begin = (returnTo?: string) =>
    this.ask(`/api/sign-in/${this.name}${returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`}`);

  /** Signs in at the provider as `account` ('-' refuses), until it leads back; returns that address of the console. */
  async passProvider(from: string, account: string): Promise<string> {
    let at = from;
    while (!at.startsWith(CONSOLE_URL)) {
      const response = await fetch(at, { redirect: 'manual', headers: { cookie: this.cookie('provider') } });
      this.keep('provider', response.headers.getSetCookie());
      const location = response.headers.get('location');
      // The page that asks who one is leads nowhere by itself.
      at = location === null ? `${at}/as/${account}` : new URL(location, at).href;
    }
    this.callback = at.slice(CONSOLE_URL.length);
    return this.callback;
  }

  /** All of it; what the login is told. */
  async signIn(account: string, returnTo?: string): Promise<Told> {
    return told(await this.ask(await this.passProvider(await this.begin(returnTo), account)));
  }

  /** Signs out at the provider, which tells the console before this resolves. */
  async signOutAtProvider(issuer: string): Promise<void> {
    const ask = (init?: RequestInit) =>
      fetch(`${issuer}/session/end${init ? '/confirm' : ''}`, {
        ...init,
        redirect: 'manual',
        headers: { ...init?.headers, cookie: this.cookie('provider') },
      });
    const page = await ask();
    this.keep('provider', page.headers.getSetCookie());
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? [];
    const body = new URLSearchParams({ xsrf, logout: 'yes' }).toString();
    await ask({ method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  }

  /** The same, with the tokens of the session. */
  async tokens(account: string) {
    const { sign_in_code } = await this.signIn(account);
    return this.service.nobody.post<{ access: string; refresh: string; detail: string }>(
      '/token/pair',
      { sign_in_code },
      { cookie: this.cookie() },
    );
  }
}

/** Reads what an address of the login says behind its `#`. */
export const told = (address: string): Told =>
  Object.fromEntries(new URLSearchParams(new URL(address, CONSOLE_URL).hash.slice(1)));
