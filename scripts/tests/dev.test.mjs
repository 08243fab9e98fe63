import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFront } from '../dev/front.mjs';

const ends = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A console that is deployed somewhere: what it was asked, and what it says. */
async function deployedConsole(respond) {
  const asked = [];
  const server = createServer((one, response) => {
    asked.push(one);
    respond(one, response);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  ends.push(() => new Promise((closed) => server.close(closed).closeAllConnections()));
  return { url: new URL(`http://127.0.0.1:${server.address().port}`), asked };
}

async function frontOf(options) {
  const front = await openFront({ port: 0, ...options });
  ends.push(front.close);
  return { ...front, url: front.url.replace('localhost', '127.0.0.1') };
}

function localArea(files) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-dev-test-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

const page = { headers: { accept: 'text/html' } };
const json = (response, value) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

describe('an area of this machine in a console that is deployed', () => {
  test('is named by the configuration in the place of its own, and the others stay where they are', async () => {
    const elsewhere = await deployedConsole((one, response) => response.end(`there ${one.url}`));
    const { url, asked } = await deployedConsole((_, response) =>
      json(response, {
        brand: 'Real',
        remotes: { ads: '/remotes/ads/mf-manifest.json', social: `${elsewhere.url}v7/m.json` },
      }),
    );
    const front = await frontOf({ console: url, local: { company: localArea({}) } });
    const config = await (await fetch(`${front.url}/config.json`)).json();
    expect(asked.map((one) => one.url)).toEqual(['/config.json']);
    expect(config).toEqual({
      brand: 'Real',
      remotes: {
        ads: '/remotes/ads/mf-manifest.json',
        social: '/remotes/social/m.json',
        company: '/remotes/company/mf-manifest.json',
      },
    });
    expect(await (await fetch(`${front.url}/remotes/social/m.json`)).text()).toBe('there /v7/m.json');
    expect(await (await fetch(`${front.url}/remotes/social/x.js?again=1`)).text()).toBe('there /v7/x.js?again=1');
  });

  test('has its files from here, and nothing beside them', async () => {
    const { url, asked } = await deployedConsole((_, response) => response.end('there'));
    const front = await frontOf({ console: url, local: { company: localArea({ 'a.js': 'here' }) } });
    const answer = await fetch(`${front.url}/remotes/company/a.js`);
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['text/javascript', 'here']);
    for (const name of ['b.js', '..%2F..%2Fetc%2Fpasswd', '%2e%2e/x'])
      expect(await (await fetch(`${front.url}/remotes/company/${name}`)).text()).not.toMatch(/^here|root:/);
    expect(asked.filter(({ url }) => url.startsWith('/remotes/company'))).toEqual([]);
  });

  test('leaves calls as they are: method, body, bearer, status and answer', async () => {
    let body = '';
    const { url, asked } = await deployedConsole(async (one, response) => {
      for await (const piece of one) body += piece;
      response
        .writeHead(409, { 'x-contract-version': '1.2.0', 'content-type': 'application/json' })
        .end('{"detail":"Taken"}');
    });
    const front = await frontOf({ console: url, local: { company: localArea({}) } });
    const answer = await fetch(`${front.url}/api/companies?a=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer x', origin: front.url },
      body: '{"name":"N"}',
    });
    expect([answer.status, answer.headers.get('x-contract-version'), await answer.text()]).toEqual([
      409,
      '1.2.0',
      '{"detail":"Taken"}',
    ]);
    expect(body).toBe('{"name":"N"}');
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/api/companies?a=1' });
    expect(asked[0].headers).toMatchObject({ authorization: 'Bearer x', host: url.host, origin: url.origin });
  });

  test('leaves streams as they are: each event comes when it is sent, and one that is left is given up there', async () => {
    let left;
    const gone = new Promise((resolve) => (left = resolve));
    const { url } = await deployedConsole((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      response.on('close', left);
    });
    const front = await frontOf({ console: url, local: { company: localArea({}) } });
    const leaving = new AbortController();
    const { body } = await fetch(`${front.url}/api/agents/message`, { signal: leaving.signal });
    const { value } = await body.getReader().read();
    expect(new TextDecoder().decode(value)).toBe('data: 1\n\n');
    leaving.abort();
    await gone;
  });

  test('is named by a script in each page, whose status and policy stay those of the console', async () => {
    const { url } = await deployedConsole((_, response) =>
      response
        .writeHead(404, {
          'content-type': 'text/html',
          'content-security-policy': "script-src 'self'",
          'strict-transport-security': 'max-age=1',
        })
        .end('<html><head></head></html>'),
    );
    const front = await frontOf({ console: url, local: { company: localArea({}) }, bar: 'company: from here' });
    const answer = await fetch(`${front.url}/nowhere`, page);
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([404, "script-src 'self'"]);
    expect(answer.headers.has('strict-transport-security')).toBe(false);
    expect(await answer.text()).toBe('<html><head><script src="/.dev/client.js"></script></head></html>');
    expect(await (await fetch(`${front.url}/.dev/client.js`)).text()).toContain('company: from here');
  });
});

test('a page is told what was built', async () => {
  const { url } = await deployedConsole((_, response) => response.end());
  const front = await frontOf({ console: url });
  const { body } = await fetch(`${front.url}/.dev/events`);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let heard = (await reader.read()).value;
  front.tell(['ads', 'host']);
  while (!heard.includes('data')) heard += (await reader.read()).value;
  expect(heard).toContain('event: built\ndata: ["ads","host"]\n\n');
  await reader.cancel();
});

test('a page of another site reaches nothing by a name that leads here', async () => {
  const { url, asked } = await deployedConsole((_, response) => response.end('there'));
  const front = await frontOf({ console: url });
  const { hostname, port } = new URL(front.url);
  const status = await new Promise((done) =>
    request({ hostname, port, path: '/api/companies', headers: { host: 'evil.example' } }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    }).end(),
  );
  expect([status, asked.length]).toEqual([403, 0]);
});

test('where the console is away, one sentence says so', async () => {
  const { url } = await deployedConsole(() => undefined);
  await ends.pop()();
  const front = await frontOf({ console: url });
  const answer = await fetch(`${front.url}/api/companies`);
  expect([answer.status, await answer.text()]).toEqual([502, `${url.origin} could not be asked: ECONNREFUSED.\n`]);
});
