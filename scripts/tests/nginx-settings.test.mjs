// The settings that the gateway's and the remotes' start scripts write from their environment; nginx itself is not needed.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEPT_MS } from '../../api/src/http/draining';
import { addSecurityHeaders } from '../../api/src/http/security-headers';
import { readConfig } from '../../api/src/start/config';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
// The service's own package.
const { fastify } = createRequire(path.join(root, 'api/package.json'))('fastify');
const SCRIPT_HASH = `sha256-${'A'.repeat(43)}=`;
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'console-nginx-'));
  cpSync(path.join(root, 'deploy/nginx'), folder, { recursive: true });
  cpSync(path.join(root, 'api/demo/demonstration.json'), path.join(folder, 'demonstration.json'));
  deploy('main.0123456789aa.js');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Puts an image's files in the place of those that were there. */
const deploy = (...files) => {
  rmSync(path.join(folder, 'files'), { recursive: true, force: true });
  mkdirSync(path.join(folder, 'files'));
  for (const file of ['index.html', ...files]) writeFileSync(path.join(folder, 'files', file), file);
  writeFileSync(path.join(folder, 'files/head-script.sha256'), `${SCRIPT_HASH}\n`);
};

const start = (script, env) => {
  const { status, stderr } = spawnSync('sh', [path.join(folder, script), '--settings-only'], {
    env: { PATH: process.env.PATH, RUN_DIR: path.join(folder, 'run'), RESOLVER: '127.0.0.11', ...env },
    encoding: 'utf8',
  });
  return { status, stderr };
};
const written = (name) => readFileSync(path.join(folder, 'run', name), 'utf8');
const configOf = (env) => {
  expect(start('gateway.sh', env)).toEqual({ status: 0, stderr: '' });
  return JSON.parse(written('site/config.json'));
};

test('with nothing set every area lies behind the gateway, and nobody is offered at the login', () => {
  expect(configOf({})).toEqual({
    brand: 'Storeward',
    remotes: Object.fromEntries(
      ['company', 'ads', 'social', 'agents'].map((area) => [area, `/remotes/${area}/mf-manifest.json`]),
    ),
  });
  expect(written('http.conf')).toContain('resolver 127.0.0.11 valid=5s;');
  expect(written('values.conf')).toContain('set $service api:8080;');
  expect(written('http.conf')).not.toContain('set_real_ip_from');
});

test.each(['A "b" \\ c', "It's", '$host ${BRAND} `id` $(id)', '</script>', 'Ünï 🔑', '%s%n \\n'])(
  'the brand %j arrives as it is',
  (brand) => {
    expect(configOf({ BRAND: brand }).brand).toBe(brand);
  },
);

test('a demonstration offers its users, in the same words as the service', () => {
  const { demonstration } = configOf({ DEMONSTRATION: 'yes' });
  expect(demonstration).toEqual(JSON.parse(readFileSync(path.join(root, 'api/demo/demonstration.json'), 'utf8')));
});

test.each([
  {},
  { REMOTE_ADS_URL: 'https://Ads.Example:443/x/mf-manifest.json', REMOTE_SOCIAL_URL: '' },
  {
    REMOTE_ADS_URL: 'https://ads.example:8443/mf-manifest.json?v=1',
    REMOTE_SOCIAL_URL: 'https://ads.example:8443/social/mf-manifest.json',
    REMOTE_AGENTS_URL: 'http://127.0.0.1:9000/mf-manifest.json',
    REMOTE_COMPANY_URL: '/elsewhere/mf-manifest.json',
  },
])('remotes and policy are what the service makes of the same environment: %j', async (env) => {
  const { remotes } = configOf(env);
  const config = readConfig({ DATA_DIR: folder, ...env });
  for (const [area, url] of Object.entries(config.remotes)) expect(remotes[area]).toBe(url);
  for (const [name, url] of Object.entries(env))
    if (url === '') expect(remotes).not.toHaveProperty(name.split('_')[1].toLowerCase());

  const app = fastify();
  addSecurityHeaders(app, config);
  app.get('/', async () => '');
  const policy = (await app.inject('/')).headers['content-security-policy'];
  await app.close();
  const [, own] = /set \$policy "([^"]*)";/.exec(written('values.conf'));
  // Which of two origins stands first changes nothing.
  const parts = (text) =>
    text
      .split(/; ?/)
      .map((part) => part.split(' ').sort().join(' '))
      .sort();
  // The header that the service adds to the document's alone.
  expect(parts(own)).toEqual(parts(policy.replace("script-src 'self'", `$& '${SCRIPT_HASH}'`)));
});

test.each([
  [
    'no',
    () => rmSync(path.join(folder, 'files/head-script.sha256')),
    'cannot be read: this image has no console in it.',
  ],
  [
    'another',
    () => writeFileSync(path.join(folder, 'files/head-script.sha256'), "'unsafe-inline'\n"),
    'holds no hash of a script: build the image anew.',
  ],
])('with %s hash of the document’s script the gateway does not start', (_, spoil, words) => {
  spoil();
  const { status, stderr } = start('gateway.sh', {});
  expect([status, stderr.trim().split('\n').at(-1)]).toEqual([
    1,
    `The file ${path.join(folder, 'files/head-script.sha256')} ${words}`,
  ]);
});

test('several service processes may be named by their addresses; connections to them end at the gateway first', () => {
  configOf({ API_UPSTREAM: '10.0.0.2:8080, 10.0.0.3:8080' });
  const block = /upstream several-services \{([^}]*)\}/.exec(written('http.conf'))[1];
  expect(block).toContain('server 10.0.0.2:8080 max_fails=0;');
  expect(block).toContain('server 10.0.0.3:8080 max_fails=0;');
  expect(block).toContain('keepalive 32;');
  const [, kept] = /keepalive_timeout (\d+)s;/.exec(block);
  // So much less that a gateway that is late for a moment is not too late.
  expect(Number(kept) * 1000).toBeLessThanOrEqual(KEPT_MS / 4);
  expect(written('values.conf')).toContain('set $service several-services;');
});

test('only proxies that are named are believed; a terminator only by a gateway without a certificate', () => {
  const believed = () => [...written('http.conf').matchAll(/set_real_ip_from (\S+);/g)].map(([, address]) => address);
  configOf({ TRUSTED_PROXIES: '10.0.0.5, fd00::/8', TERMINATOR_ADDRESS: '10.213.77.1' });
  expect(believed()).toEqual(['10.0.0.5', 'fd00::/8', '10.213.77.1']);
  const [CERTIFICATE_FILE, CERTIFICATE_KEY_FILE] = ['fullchain.pem', 'privkey.pem'].map((name) => {
    writeFileSync(path.join(folder, name), '');
    return path.join(folder, name);
  });
  configOf({ TRUSTED_PROXIES: '10.0.0.5', TERMINATOR_ADDRESS: '10.213.77.1', CERTIFICATE_FILE, CERTIFICATE_KEY_FILE });
  expect(believed()).toEqual(['10.0.0.5']);
  expect(written('listen.conf')).toContain(`ssl_certificate ${CERTIFICATE_FILE};`);
});

test('a remote answers origins as a browser writes them', () => {
  expect(
    start('remote.sh', { ALLOWED_ORIGINS: 'https://Console.example:443 http://b.example:80,http://c:81' }).status,
  ).toBe(0);
  const origins = [...written('http.conf').matchAll(/'(http\S+)' \$http_origin;/g)].map(([, origin]) => origin);
  expect(origins).toEqual(['https://console.example', 'http://b.example', 'http://c:81']);
});

test.each([
  ['gateway.sh', { BRAND: 'One\nTwo' }, 'BRAND holds a line break or another control character: write it in one line.'],
  ['gateway.sh', { BRAND: 'One\n' }, 'BRAND holds a line break or another control character: write it in one line.'],
  [
    'gateway.sh',
    { REMOTE_ADS_URL: 'https://ads.example/x\n"; }' },
    'REMOTE_ADS_URL holds a line break or another control character: write it in one line.',
  ],
  ...['ftp://ads', '//ads.example/x', 'https://me:pass@ads.example/x', "https://ads.example/x';", '/x"y', 'ads'].map(
    (url) => [
      'gateway.sh',
      { REMOTE_ADS_URL: url },
      `REMOTE_ADS_URL is '${url}': set it to an http(s) address or a path from '/', to nothing for an area that is not deployed, or leave it out.`,
    ],
  ),
  [
    'gateway.sh',
    { API_UPSTREAM: 'api:8080;' },
    "API_UPSTREAM holds 'api:8080;': set it to entries such as api:8080, with spaces between them.",
  ],
  [
    'gateway.sh',
    { TRUSTED_PROXIES: '10.0.0.5 everybody' },
    "TRUSTED_PROXIES holds 'everybody': set it to entries such as 10.0.0.5, with spaces between them.",
  ],
  [
    'gateway.sh',
    { PORT: '80' },
    "PORT is '80': set it to a whole number from 1024 to 65535, or leave it out for 8080.",
  ],
  [
    'gateway.sh',
    { DEMONSTRATION: 'true' },
    "DEMONSTRATION is 'true': set it to yes to offer the demonstration users at the login, or leave it out.",
  ],
  [
    'gateway.sh',
    { CERTIFICATE_FILE: '/nowhere/fullchain.pem' },
    'There is no certificate at /nowhere/fullchain.pem that this user may read: CERTIFICATE_FILE and CERTIFICATE_KEY_FILE name both halves.',
  ],
  [
    'remote.sh',
    { ALLOWED_ORIGINS: 'https://console.example/path' },
    "ALLOWED_ORIGINS holds 'https://console.example/path': set it to entries such as https://console.example, with spaces between them.",
  ],
  [
    'remote.sh',
    { ALLOWED_ORIGINS: '*' },
    "ALLOWED_ORIGINS holds '*': set it to entries such as https://console.example, with spaces between them.",
  ],
])('%s refuses %j with a message', (script, env, message) => {
  expect(start(script, env)).toEqual({ status: 1, stderr: `${message}\n` });
});

test.each(['gateway.sh', 'remote.sh'])('%s serves the hashed files of earlier images for a day', (script) => {
  const RELEASES_DIR = path.join(folder, 'releases');
  mkdirSync(RELEASES_DIR);
  const served = (...files) => {
    deploy(...files);
    expect(start(script, { RELEASES_DIR })).toEqual({ status: 0, stderr: '' });
    return readdirSync(path.join(folder, 'run/files'))
      .filter((name) => !name.endsWith('.sha256'))
      .map((name) => readFileSync(path.join(folder, 'run/files', name), 'utf8'));
  };
  const [one, two] = ['main.0123456789aa.js.br', 'main.0123456789bb.js'];
  const age = (file, hours) => utimesSync(path.join(RELEASES_DIR, file), 0, Date.now() / 1000 - hours * 3600);
  expect(served(one)).toEqual(['index.html', one]);
  // It was the newest for a week.
  age(`current/${one}`, 168);
  expect(served(two)).toEqual(['index.html', one, two]);
  age(`superseded/${one}`, 23);
  expect(served(two)).toEqual(['index.html', one, two]);
  age(`superseded/${one}`, 25);
  expect(served(two)).toEqual(['index.html', two]);
  // Rolled back: what was superseded is the newest again, and the other way round.
  expect(served(one)).toEqual(['index.html', one, two]);
  expect(served(two)).toEqual(['index.html', one, two]);
});

test.each([
  ['differs', 'printf difference', ['difference']],
  ['has no room', 'printf half; exit 1', []],
])('of a file that took the place of another, the difference alone is laid down beside it: %s', (_, zstd, written) => {
  const RELEASES_DIR = path.join(folder, 'releases');
  mkdirSync(path.join(folder, 'bin'));
  mkdirSync(RELEASES_DIR);
  writeFileSync(path.join(folder, 'bin/zstd'), `#!/bin/sh\n${zstd}\n`, { mode: 0o755 });
  const [one, two] = ['main.0123456789aa.js', 'main.0123456789bb.js'];
  for (const name of [one, two]) {
    deploy(name);
    const env = { RELEASES_DIR, PATH: `${path.join(folder, 'bin')}:${process.env.PATH}` };
    expect(start('remote.sh', env)).toEqual({ status: 0, stderr: '' });
  }
  const files = readdirSync(path.join(folder, 'run/files'), { recursive: true });
  expect(files).toEqual(expect.arrayContaining([one, two]));
  // The head of RFC 9842: eight bytes that are always the same, and the hash of what the browser has.
  const hash = createHash('sha256').update(one).digest();
  const head = Buffer.concat([Buffer.from('5e2a4d1820000000', 'hex'), hash]);
  const differences = files.filter((name) => name.endsWith('.dcz'));
  expect(differences).toEqual(written.map(() => path.normalize(`${two}.${hash.toString('base64')}.dcz`)));
  expect(differences.map((name) => readFileSync(path.join(folder, 'run/files', name)))).toEqual(
    written.map((text) => Buffer.concat([head, Buffer.from(text)])),
  );
});

test('a folder for releases that is not there is said in one sentence', () => {
  expect(start('remote.sh', { RELEASES_DIR: '/nowhere' })).toEqual({
    status: 1,
    stderr: 'There is no folder /nowhere that this user may write: set RELEASES_DIR to one, or leave it out.\n',
  });
});
