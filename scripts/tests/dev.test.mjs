import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openServer } from '../dev/server.mjs';

// The dev server's own, by which a page hears of it.
const { WebSocket } = createRequire(createRequire(import.meta.url).resolve('webpack-dev-server'))('ws');

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

async function serverOf(console, bar, files = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-dev-test-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  const config = { compilerOptions: { strict: true, types: [] }, include: ['*.ts'] };
  const all = { 'a.js': 'export const words = "here";', 'tsconfig.json': JSON.stringify(config), ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(path.join(folder, name), text);
  const build = { name: 'company', mode: 'development', devtool: false, context: folder, entry: { a: './a.js' } };
  const server = await openServer({
    builds: [{ ...build, output: { path: folder }, plugins: [] }],
    project: folder,
    console,
    bar,
    port: 0,
  });
  ends.push(server.close);
  return { ...server, folder, url: server.url.replace('localhost', '127.0.0.1') };
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
    const server = await serverOf(url);
    const config = await (await fetch(`${server.url}/config.json`)).json();
    expect(asked.map((one) => one.url)).toEqual(['/config.json']);
    expect(config).toEqual({
      brand: 'Real',
      remotes: {
        ads: '/remotes/ads/mf-manifest.json',
        social: '/remotes/social/m.json',
        company: '/remotes/company/mf-manifest.json',
      },
    });
    expect(await (await fetch(`${server.url}/remotes/social/m.json`)).text()).toBe('there /v7/m.json');
    expect(await (await fetch(`${server.url}/remotes/social/x.js?again=1`)).text()).toBe('there /v7/x.js?again=1');
  });

  test('has its files from here, and nothing beside them', async () => {
    const { url, asked } = await deployedConsole((_, response) => response.end('there'));
    const server = await serverOf(url);
    const answer = await fetch(`${server.url}/remotes/company/a.js`);
    expect(answer.headers.get('content-type')).toMatch('javascript');
    expect(await answer.text()).toContain('const words = "here"');
    for (const name of ['b.js', '..%2F..%2Fetc%2Fpasswd', '%2e%2e/x'])
      expect(await (await fetch(`${server.url}/remotes/company/${name}`)).text()).not.toMatch(/^here|root:/);
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
    const server = await serverOf(url);
    const answer = await fetch(`${server.url}/api/companies?a=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer x', origin: server.url },
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
    const server = await serverOf(url);
    const leaving = new AbortController();
    const { body } = await fetch(`${server.url}/api/agents/message`, { signal: leaving.signal });
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
    const server = await serverOf(url, 'company: from here');
    const answer = await fetch(`${server.url}/nowhere`, page);
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([404, "script-src 'self'"]);
    expect(answer.headers.has('strict-transport-security')).toBe(false);
    expect(await answer.text()).toBe('<html><head><script src="/.dev/client.js"></script></head></html>');
    expect(await (await fetch(`${server.url}/.dev/client.js`)).text()).toContain('company: from here');
  });
});

test('a page hears of errors, one that is opened after them too, and that they are mended', async () => {
  const { url } = await deployedConsole((_, response) => response.end());
  const server = await serverOf(url, '', { 'b.ts': 'export const b: string = 1;' });
  const open = async () => {
    const heard = [];
    const socket = new WebSocket(server.url.replace('http', 'ws') + '/.dev/events', {
      headers: { origin: server.url },
    });
    ends.push(() => socket.terminate());
    socket.on('message', (text) => heard.push(JSON.parse(text)));
    await once(socket, 'open');
    const has = async (type) => {
      while (!heard.some((one) => one.type === type)) await once(socket, 'message');
      return heard.find((one) => one.type === type);
    };
    await has('ok');
    return has;
  };
  const first = await open();
  expect(await first('errors')).toMatchObject({
    data: [{ file: 'b.ts:1:14', message: "TS2322: Type 'number' is not assignable to type 'string'." }],
    params: { preventReloading: true },
  });
  const second = await open();
  await second('errors');
  writeFileSync(path.join(server.folder, 'b.ts'), "export const b: string = 'right';");
  writeFileSync(path.join(server.folder, 'a.js'), 'export const words = "changed";');
  await Promise.all([first('still-ok'), second('still-ok')]);
});

test('a page of another site reaches nothing by a name that leads here', async () => {
  const { url, asked } = await deployedConsole((_, response) => response.end('there'));
  const server = await serverOf(url);
  const { hostname, port } = new URL(server.url);
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
  const server = await serverOf(url);
  const answer = await fetch(`${server.url}/api/companies`);
  expect([answer.status, await answer.text()]).toEqual([502, `${url.origin} could not be asked: ECONNREFUSED.\n`]);
});
