import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startConsole, type RunningConsole } from './running-console';
import { test as base } from './test';

const TYPES: Record<string, string> = { '.json': 'application/json', '.css': 'text/css', '.js': 'text/javascript' };

interface Area {
  deployed: boolean;
}

/** Serves a built remote from a server of its own, for pages of any origin. */
export async function serveArea(dist: string, area: Area) {
  const server = createServer((request, response) => {
    if (!area.deployed) return void request.socket.destroy();
    const file = path.join(dist, path.normalize(new URL(request.url ?? '/', 'http://area').pathname));
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', 'no-store');
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('Content-Type', TYPES[path.extname(file)] ?? 'application/octet-stream');
    response.end(readFileSync(file));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    manifest: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mf-manifest.json`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A `test` whose console loads one area from a server of its own, which the test can take away and bring back. */
export function testOfArea(
  name: 'company' | 'ads' | 'social' | 'agents',
  dist = fileURLToPath(new URL(`../../remote-${name}/dist`, import.meta.url)),
) {
  return base.extend<{ area: Area }, { console: RunningConsole & { area: Area } }>({
    console: [
      async ({}, use) => {
        const area: Area = { deployed: true };
        const server = await serveArea(dist, area);
        const running = await startConsole({
          DATA_DIR: process.env.CONSOLE_DATA_DIR,
          [`REMOTE_${name.toUpperCase()}_URL`]: server.manifest,
        });
        await use({ ...running, area });
        await running.stop();
        server.close();
      },
      { scope: 'worker', timeout: 60_000 },
    ],
    baseURL: ({ console }, use) => use(console.url),
    area: async ({ console }, use) => {
      console.area.deployed = true;
      await use(console.area);
    },
  });
}
