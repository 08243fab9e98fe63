import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { once } from 'node:events';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../support/running-console';
import { deployed, runConsole, startNginx, startService, writableFolder, type Server } from './processes';

const servers: Server[] = [];
test.afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));
const gatewayWith = async (env: NodeJS.ProcessEnv) => {
  const { images, services } = deployed();
  const gateway = await startNginx(images, 'gateway', { API_UPSTREAM: services.join(','), ...env });
  servers.push(gateway);
  return gateway;
};
const signIn = (url: string, username: string, password: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/token/pair`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ username, password }),
  });

test('the gateway says the same policy as the service, with the hash of the document’s script', async () => {
  const { url, services } = deployed();
  const policyOf = async (address: string) =>
    ((await fetch(address)).headers.get('content-security-policy') ?? '').split(/; ?/).sort();
  const gateway = await policyOf(`${url}/login`);
  const [, script] = /<script>([^]*?)<\/script>/.exec(await (await fetch(`${url}/login`)).text()) ?? [];
  const hash = createHash('sha256')
    .update(script ?? '')
    .digest('base64');
  expect(gateway).toContain(`script-src 'self' 'sha256-${hash}'`);
  const withoutHash = gateway.map((part) => part.replace(` 'sha256-${hash}'`, ''));
  expect(withoutHash).toEqual(await policyOf(`http://${services[0]}/api/health`));
});

test('a file is sent as compressed as its caller takes it, kept for ever where its name changes with it, and asked for anew where it is missing', async () => {
  const { url, remotes } = deployed();
  const asked = async (address: string, accepted = 'gzip, deflate, br') => {
    const answer = await fetch(address, { headers: { 'Accept-Encoding': accepted } });
    return { ...answer, status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const manifest = await asked(`${url}/remotes/ads/mf-manifest.json`);
  expect(manifest.headers.get('cache-control')).toBe('no-cache');
  const entry = manifest.text.match(/remoteEntry\.[0-9a-f]{12}\.js/)?.[0] ?? '';
  const page = await asked(`${url}/login`);
  const main = page.text.match(/main\.[0-9a-f]{12}\.js/)?.[0] ?? '';
  const style = page.text.match(/[\w-]+\.[0-9a-f]{12}\.css/)?.[0] ?? '';
  for (const [address, type] of [
    [`${url}/login`, 'text/html'],
    [`${url}/remotes/ads/mf-manifest.json`, 'application/json'],
    [`http://${remotes.ads}/mf-manifest.json`, 'application/json'],
    [`${url}/remotes/ads/${entry}`, 'application/javascript'],
    [`http://${remotes.ads}/${entry}`, 'application/javascript'],
    [`${url}/${style}`, 'text/css'],
    [`${url}/${main}`, 'application/javascript'],
  ] as const) {
    const plain = await asked(address, 'identity');
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['br;q=1.0, gzip;q=0.8', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['gzip', 'gzip'],
      ['zebra', null],
    ]) {
      const { status, headers, text } = await asked(address, accepted ?? '');
      expect([address, accepted, status, headers.get('content-encoding')]).toEqual([address, accepted, 200, encoding]);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('vary')).toMatch(/^Accept-Encoding, Available-Dictionary(, Origin)?$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).toBe(plain.text);
    }
  }
  for (const address of [`/remotes/ads/${entry}`, `/${main}`]) {
    for (const accepted of ['br', 'gzip']) {
      const { headers } = await asked(url + address, accepted);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      // It is no page.
      expect(headers.get('content-security-policy')).toBeNull();
      const missing = await asked(url + address.replace(/[0-9a-f]{12}/, '0123456789ab'), accepted);
      expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-cache']);
    }
    for (const ending of ['map', 'br', 'gz', 'dcz']) {
      const { status, headers } = await asked(`${url}${address}.${ending}`);
      expect([status, headers.get('content-encoding')]).toEqual([404, null]);
    }
  }
  expect((await asked(`${url}/remotes/ads/mf-stats.json`)).status).toBe(404);
});

test('rows and exports are compressed on the way, and an agent’s answer is not (SSE-01)', async () => {
  const { url } = deployed();
  const { access } = (await (await signIn(url, 'admin', 'console-demo')).json()) as { access: string };
  const headers = { Authorization: `Bearer ${access}`, 'Accept-Encoding': 'gzip', 'Content-Type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const rows = await fetch(`${url}/api/product-variants?company_id=1&page=1&page_size=25`, { headers });
  for (const response of [rows, await post('/product-variant-cogs/export', { company_id: 1 })]) {
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
  }
  const { tab_id } = (await (await post('/agents/session/create', {})).json()) as { tab_id: string };
  await post('/agents/select', { agent: 'customer-support', tab_id });
  const answer = await post('/agents/message', { tab_id, message: 'What do you know?' });
  expect([answer.headers.get('content-type'), answer.headers.get('content-encoding')]).toEqual([
    'text/event-stream; charset=utf-8',
    null,
  ]);
  await answer.text();
});

test('a remote’s server gets plain paths, and nobody’s token or cookie (HDR-05)', async () => {
  const requests: string[] = [];
  const upstream = net.createServer((socket) =>
    socket.on('data', (data) => {
      requests.push(String(data));
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
    }),
  );
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as net.AddressInfo;
  const { url } = await gatewayWith({ REMOTE_ADS_UPSTREAM: `127.0.0.1:${port}` });
  const headers = { Authorization: 'Bearer secret-token', Cookie: 'secret=cookie' };
  for (const file of [
    'x%0dX-Injected:%20y',
    'x%0aX',
    'x%20HTTP/1.1',
    'x%3fq',
    'x%23f',
    'x%250dX',
    'x%00',
    'x%7f',
    'x%c2%85',
  ])
    expect([file, (await fetch(`${url}/remotes/ads/${file}`, { headers })).status >= 400]).toEqual([file, true]);
  expect(requests).toEqual([]);
  expect((await fetch(`${url}/remotes/ads/screens/a-b_c@1.0+2~3.js`, { headers })).status).toBe(200);
  expect(requests[0]).toMatch(/^GET \/screens\/a-b_c@1\.0\+2~3\.js HTTP\/1\.1\r\n/);
  expect(requests[0]).not.toMatch(/authorization|cookie|secret/i);
  upstream.close();
});

test('a remote answers the origins that its environment names, and no other', async () => {
  const remote = await startNginx(deployed().images, 'remote-social', {
    ALLOWED_ORIGINS: 'https://Console.example:443, http://b.example:8080',
  });
  servers.push(remote);
  const allowed = async (origin: string) => {
    const { headers } = await fetch(`${remote.url}/mf-manifest.json`, { headers: { Origin: origin } });
    expect(headers.get('vary')).toMatch(/Origin/);
    return headers.get('access-control-allow-origin');
  };
  expect(await allowed('https://console.example')).toBe('https://console.example');
  expect(await allowed('http://b.example:8080')).toBe('http://b.example:8080');
  expect(await allowed('https://console.example.evil.example')).toBeNull();
  expect(await allowed('null')).toBeNull();
});

test('behind a trusted proxy each person keeps an address of their own', async () => {
  const { url } = await gatewayWith({ TRUSTED_PROXIES: '127.0.0.1' });
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  for (let count = 0; count < 10; count += 1)
    expect((await signIn(url, 'nobody-a', 'wrong', from('203.0.113.5'))).status).toBe(401);
  expect((await signIn(url, 'nobody-a', 'wrong', from('203.0.113.5'))).status).toBe(429);
  // An entry that a stranger put before the proxy's own is not trusted.
  expect((await signIn(url, 'nobody-a', 'wrong', from('198.51.100.1, 203.0.113.5'))).status).toBe(429);
  expect((await signIn(url, 'nobody-a', 'wrong', from('203.0.113.6'))).status).toBe(401);
});

test('a stranger’s X-Forwarded-For and X-Forwarded-Proto are not believed', async () => {
  const { url } = await gatewayWith({});
  for (let count = 0; count < 10; count += 1)
    expect((await signIn(url, 'nobody-b', 'wrong', { 'X-Forwarded-For': `203.0.113.${count}` })).status).toBe(401);
  expect((await signIn(url, 'nobody-b', 'wrong', { 'X-Forwarded-For': '203.0.113.99' })).status).toBe(429);
  const { headers } = await fetch(url, { headers: { 'X-Forwarded-Proto': 'https' } });
  expect(headers.get('strict-transport-security')).toBeNull();
});

test('TLS of a trusted proxy is TLS', async () => {
  const { url } = await gatewayWith({ TERMINATOR_ADDRESS: '127.0.0.1' });
  const hsts = async (address: string) =>
    (await fetch(url + address, { headers: { 'X-Forwarded-Proto': 'https' } })).headers.get(
      'strict-transport-security',
    );
  expect(await hsts('/login')).toBe('max-age=31536000');
  expect(await hsts('/api/health')).toBe('max-age=31536000');
});

test('a certificate that is given is used, and then no terminator is believed', async () => {
  const folder = writableFolder();
  const [certificate, key] = [path.join(folder, 'fullchain.pem'), path.join(folder, 'privkey.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=localhost',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
  execFileSync('chmod', ['644', key]);
  const TLS_PORT = String(await freePort());
  const { url } = await gatewayWith({
    CERTIFICATE_FILE: certificate,
    CERTIFICATE_KEY_FILE: key,
    TLS_PORT,
    TERMINATOR_ADDRESS: '127.0.0.1',
  });
  const plain = await fetch(`${url}/login?next=1`, { redirect: 'manual' });
  expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://127.0.0.1/login?next=1']);
  const secure = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const body = JSON.stringify({ username: 'nobody-c', password: 'wrong' });
      const request = https.request(
        `https://127.0.0.1:${TLS_PORT}/api/token/pair`,
        { method: 'POST', rejectUnauthorized: false, headers: { 'Content-Type': 'application/json', ...headers } },
        (response) => {
          expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
          response.resume().on('end', () => resolve(response.statusCode));
        },
      );
      request.on('error', reject).end(body);
    });
  for (let count = 0; count < 10; count += 1)
    expect(await secure({ 'X-Forwarded-For': `203.0.113.${count}` })).toBe(401);
  expect(await secure({ 'X-Forwarded-For': '203.0.113.99' })).toBe(429);
  rmSync(folder, { recursive: true });
});

test('a process that is killed or not there is passed over, by its name as by its address', async () => {
  const { images, service, resolver, url: main } = deployed();
  const port = String(await freePort());
  // 127.0.0.2 and 127.0.0.3 are `api`; at this port only one of them listens.
  servers.push(await startService(images, ['serve'], { ...service, HOST: '127.0.0.2', PORT: port }));
  const byName = await gatewayWith({ RESOLVER: resolver, API_UPSTREAM: `api:${port}` });
  const byAddress = await gatewayWith({ API_UPSTREAM: `127.0.0.2:${port} 127.0.0.3:${port}` });
  for (const { url } of [byName, byAddress]) {
    for (let count = 0; count < 10; count += 1) {
      expect((await fetch(`${url}/api/health`)).status).toBe(200);
      expect((await signIn(url, 'company-admin', 'console-demo')).status).toBe(200);
    }
  }
  expect((await fetch(`${main}/api/ready`)).status).toBe(200);
});

test('with no process left the gateway says so in the service’s own words', async () => {
  const { url } = await gatewayWith({ API_UPSTREAM: `127.0.0.1:${await freePort()}` });
  const answer = await fetch(`${url}/api/companies`);
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '5',
    { detail: 'The service is not available right now. Please try again shortly.' },
  ]);
  // The host is there all the same.
  expect((await fetch(`${url}/login`)).status).toBe(200);
});

test('the image’s console is the operator’s command line, named as the operator calls it', () => {
  const { images, service } = deployed();
  expect(runConsole(images, ['user', 'list'], service)).toEqual({
    status: 0,
    output: expect.stringContaining('company-admin  enabled') as unknown,
  });
  const help = runConsole(images, ['--help'], service);
  expect(help.output).toContain('  docker compose exec api console user create <username>');
  const made = runConsole(images, ['user', 'create', 'ada', '--groups', 'AaasAdmin'], service, 'a long password\n');
  expect(made).toEqual({ status: 0, output: "Created user 'ada' in AaasAdmin.\n" });
});

test('a value that cannot be quoted ends the start with a sentence', async () => {
  await expect(gatewayWith({ BRAND: 'One\nTwo' })).rejects.toThrow(
    'BRAND holds a line break or another control character: write it in one line.',
  );
});
