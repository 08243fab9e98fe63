import { startFaultySite, type FaultySite } from './faulty-site';
import { startConsole } from './running-console';
import { onMeteredLine, PASSWORD, test as base } from './test';

export interface Site {
  console: FaultySite;
  /** Where the company area lies. */
  area: FaultySite;
  /** The session of someone who may open everything. */
  tokens: { access: string; refresh: string };
}

/** A `test` whose page is signed in at a site that can be made to fail, the company area on the same or another origin. */
export const testOfSite = (origin: 'same' | 'other') =>
  base.extend<object, { site: Site }>({
    site: [
      async ({}, use) => {
        let behind = process.env.CONSOLE_URL ?? '';
        let stop = () => Promise.resolve();
        let area: FaultySite | undefined;
        if (origin === 'other') {
          area = await startFaultySite(`${behind}/remotes/company`, { 'access-control-allow-origin': '*' });
          const running = await startConsole({
            DATA_DIR: process.env.CONSOLE_DATA_DIR,
            REMOTE_COMPANY_URL: `${area.url}/mf-manifest.json`,
          });
          behind = running.url;
          stop = running.stop;
        }
        const console = await startFaultySite(behind);
        const answer = await fetch(`${behind}/api/token/pair`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'admin', password: PASSWORD }),
        });
        await use({ console, area: area ?? console, tokens: (await answer.json()) as Site['tokens'] });
        console.close();
        area?.close();
        await stop();
      },
      { scope: 'worker', timeout: 60_000 },
    ],
    baseURL: ({ site }, use) => use(site.console.url),
    page: async ({ page, site }, use) => {
      for (const server of [site.console, site.area]) {
        server.misbehave(null);
        server.release(null);
        server.move(null);
      }
      // A file prefetched before its screen is opened would not fail any more.
      await onMeteredLine(page);
      await page.addInitScript(({ access, refresh }) => {
        localStorage.setItem('access_token', access);
        localStorage.setItem('refresh_token', refresh);
      }, site.tokens);
      await use(page);
    },
  });
