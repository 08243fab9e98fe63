// A provider of single sign-on for tests and for trying it out: `node sign-in-provider.mjs PORT SETTINGS`, on this machine
// alone. SETTINGS is JSON: { clients: […], accounts: { name: claims } }. Who comes signs in by a click on a name; no one is
// asked for a password. It says where it listens in a line, and takes other settings as lines of JSON.
import { createInterface } from 'node:readline';
import { Provider } from 'oidc-provider';

const [port = '0', text = '{}'] = process.argv.slice(2);
let { clients = [], accounts = {} } = JSON.parse(text);

const escape = (words) => words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const names = () => new Set(Object.values(accounts).flatMap(Object.keys));

const start = async (issuer) => {
  const provider = new Provider(issuer, {
    clients,
    // Claims of tests are whatever a test says.
    claims: { openid: ['sub', 'sid', ...names()], email: [], profile: [] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) =>
      accounts[accountId] && { accountId, claims: () => ({ sub: accountId, ...accounts[accountId] }) },
    // The console is on this machine, where its own request would not go.
    fetch: (url, { dispatcher: _guarded, ...options }) => fetch(url, options),
    cookies: { keys: ['of no importance here'] },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, IdToken: 600 },
  });
  provider.use(async (context, next) => {
    const [, uid, account] = /^\/interaction\/([\w-]+)(?:\/as\/([^/]+))?$/.exec(context.path) ?? [];
    if (!uid) return next();
    const { prompt, params, session, grantId } = await provider.interactionDetails(context.req, context.res);
    if (account === '-') return provider.interactionFinished(context.req, context.res, { error: 'access_denied' });
    if (prompt.name === 'login') {
      if (account === undefined) {
        context.type = 'html';
        context.body = `<!doctype html><title>Sign in</title><h1>Sign in as</h1><ul>${Object.keys(accounts)
          .map((name) => `<li><a href="/interaction/${uid}/as/${encodeURIComponent(name)}">${escape(name)}</a></li>`)
          .join('')}</ul><a href="/interaction/${uid}/as/-">Cancel</a>`;
        return;
      }
      const accountId = decodeURIComponent(account);
      const amr = accounts[accountId]?.amr;
      return provider.interactionFinished(context.req, context.res, { login: { accountId, ...(amr && { amr }) } });
    }
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    return provider.interactionFinished(context.req, context.res, { consent: { grantId: await grant.save() } });
  });
  return provider;
};

const { createServer } = await import('node:http');
const server = createServer();
server.listen(Number(port), '127.0.0.1', async () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  let answer = (await start(issuer)).callback();
  server.on('request', (request, response) => answer(request, response));
  createInterface({ input: process.stdin }).on('line', async (line) => {
    ({ clients = clients, accounts = accounts } = JSON.parse(line));
    answer = (await start(issuer)).callback();
    console.log('changed');
  });
  console.log(issuer);
});
