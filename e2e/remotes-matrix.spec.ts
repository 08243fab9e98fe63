// Every kind of file behind a screen with everything that can happen to it, from one table (support/matrix).
// The ordinary run has the areas on the console's own origin; `pnpm test:matrix` also one on another.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FILES, watchFor, wordsOf } from './support/matrix';
import { testOfSite } from './support/site';
import { AT_LENGTH, expect, menuEntry } from './support/test';

const origin = process.env.MATRIX_ORIGIN === 'other' ? 'other' : 'same';
const hostDist = fileURLToPath(new URL('../host/dist/', import.meta.url));
// The file that renders every list: whichever area is opened, it is asked for.
const [hostChunk] = /lists\.\w+\.js/.exec(readFileSync(`${hostDist}index.html`, 'utf8')) ?? [];

const test = testOfSite(origin);

// Served files are broken on purpose.
test.use({ expectedErrors: /Unexpected|Invalid|missing|boom/ });

/**
 * Whether another cell of the matrix goes the same way: every fault is tried of a screen's files, where 503 goes as 404 and
 * half a file as an empty one; of the other kinds the one that is cut, and what only a script of the host can do.
 */
const isTwin = (name: string, fault: string) =>
  fault === '503' ||
  fault === 'half' ||
  (name === 'container' ? fault === 'hangs' : name !== 'screen chunk' && fault !== 'cut' && fault !== 'throws');

const PANEL = 'The Company area could not be shown';
const onlyCompany = (files: RegExp, isOther: boolean) =>
  isOther ? files : new RegExp(`/remotes/company${files.source}`);

for (const { name, files, opens, screen = 'Product Variants', faults } of FILES) {
  if (origin === 'other' && files === 'hostChunk') continue;
  for (const fault of faults)
    test(`${origin} origin, ${name}: ${fault}`, isTwin(name, fault) ? AT_LENGTH : {}, async ({ page, site }) => {
      const isHosts = files === 'hostChunk';
      const server = isHosts ? site.console : site.area;
      const what = isHosts ? new RegExp(`^/${hostChunk}$`) : onlyCompany(files, origin === 'other');
      const isRelease = fault === 'evaluates badly' || fault === 'draws badly';
      const words = wordsOf(fault, isHosts);
      await page.goto(opens === 'dialog' ? '/product-variants/1/cogs' : '/');
      const open =
        opens === 'dialog'
          ? page.getByRole('button', { name: 'Add COGS Record' })
          : page.getByRole('link', { name: screen }).first();
      await expect(open).toBeVisible();
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      server.misbehave({ files: what, fault });
      const shownAfter = await watchFor(page, words);
      await open.click();

      await expect(page.getByText(words).first()).toBeVisible({ timeout: 20_000 });
      expect(await shownAfter()).toBeLessThan(6500);
      await expect(page.getByText(/Cannot read|Minified|is not a function|undefined|boom/)).toBeHidden();

      if (opens === 'screen') {
        await expect(page.getByText(PANEL)).toBeVisible();
        if (!isHosts) {
          await menuEntry(page, 'Knowledge').click();
          await expect(page.getByRole('table')).toBeVisible();
          await page.getByRole('link', { name: screen }).first().click();
          await expect(page.getByText(PANEL)).toBeVisible({ timeout: 20_000 });
        }
      }
      const again = () => server.asked.filter((path) => what.test(path.replace(/\?.*/, '')));
      if (opens === 'screen' && fault === '404') {
        server.asked.length = 0;
        await page.getByRole('button', { name: 'Retry' }).click();
        await expect.poll(again).not.toEqual([]);
        await expect(page.getByText(words)).toBeVisible();
        expect(again().length).toBeLessThanOrEqual(3);
      }
      // Requests that hang keep hanging: only new ones are served. A release with a mistake is followed by a better one.
      server.misbehave(null);
      // The console’s own code is only fetched again by a reload.
      if (isRelease && isHosts) return;
      if (isRelease) server.release({ files: onlyCompany(/\//, origin === 'other') });
      server.asked.length = 0;
      if (opens === 'dialog') {
        await open.click();
        await expect(page.getByRole('dialog')).toBeVisible();
      } else {
        await page.getByRole('button', { name: 'Retry' }).click();
        await expect(page.getByText(PANEL)).toBeHidden();
        await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
        if (!isRelease) expect(again()).not.toEqual([]);
        if (fault === 'empty') {
          // Its own address is mended in the browser's cache, too.
          await expect.poll(again).toContainEqual(expect.not.stringContaining('again='));
          await page.reload();
          await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
          return;
        }
      }
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    });
}

test('a broken file is asked for at most three times, however many screens are fetched ahead', async ({
  page,
  site,
}) => {
  test.skip(origin === 'other', 'It breaks what lies on the console’s own origin.');
  const tab = await page.context().newPage();
  await tab.addInitScript(({ access, refresh }) => {
    localStorage.setItem('access_token', access);
    localStorage.setItem('refresh_token', refresh);
  }, site.tokens);
  site.console.misbehave({ files: /\/remotes\/(company|social)\/remoteEntry\.\w+\.js$/, fault: '404' });
  site.console.asked.length = 0;
  await tab.goto(`${site.console.url}/product-variants?company_id=1`);
  await expect(tab.getByText(PANEL)).toBeVisible();
  // The last that is fetched ahead.
  await expect.poll(() => site.console.asked.join(), { timeout: 30_000 }).toMatch(/agents\/remoteEntry/);
  for (const area of ['company', 'social'])
    expect(site.console.asked.filter((path) => path.includes(`/${area}/remoteEntry`)).length).toBeLessThanOrEqual(3);
});
