import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { addAgent, finish, openChat, scriptAnswers, tell } from './support/agents';
import { startConsole, type RunningConsole } from './support/running-console';
import { expect, signIn, test as base } from './support/test';

const dist = fileURLToPath(new URL('../remote-agents/dist', import.meta.url));
const TYPES: Record<string, string> = { '.json': 'application/json', '.css': 'text/css', '.js': 'text/javascript' };

interface Area {
  deployed: boolean;
}

/** The area on a server of its own, which the test can take away, and a console that loads the area from there. */
const test = base.extend<{ area: Area }, { console: RunningConsole & { area: Area } }>({
  console: [
    async ({}, use) => {
      const area: Area = { deployed: true };
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
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mf-manifest.json`;
      const running = await startConsole({ DATA_DIR: process.env.CONSOLE_DATA_DIR, REMOTE_AGENTS_URL: address });
      await use({ ...running, area });
      await running.stop();
      server.closeAllConnections();
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

test('the area is taken away in mid-chat: the chat goes on, its other screens say so, and Retry brings them back', async ({
  page,
  area,
}) => {
  await signIn(page, 'admin');
  const agent = await addAgent(page, 'area-guest', { Ladle: 'The ladle.' });
  await openChat(page, agent);
  await scriptAnswers(page);
  await page.getByRole('textbox', { name: 'Message' }).fill('Go on');
  await page.keyboard.press('Enter');
  await tell(page, ['The **first** half ']);
  await expect(page.getByText('first', { exact: true })).toBeVisible();

  area.deployed = false;
  await tell(page, ['and the `second`.']);
  await finish(page);
  await expect(page.getByText('second', { exact: true })).toBeVisible();
  await expect(page.getByText('Agent: The first half and the second.')).toBeAttached();

  await page.getByRole('link', { name: 'Knowledge' }).click();
  await expect(page.getByText('The Agents area could not be shown')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.getByRole('link', { name: 'Agent Chat' }).click();
  await expect(page.getByLabel('Select an Agent:')).toHaveValue(agent.slug);

  area.deployed = true;
  await page.getByRole('link', { name: 'Knowledge' }).click();
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry.or(page.getByRole('table'))).toBeVisible();
  if (await retry.isVisible()) await retry.click();
  await expect(page.getByRole('table')).toBeVisible();
});
