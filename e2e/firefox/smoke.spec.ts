import { expect } from '@playwright/test';
import { PASSWORD } from '../support/test';
import { click, enter, expectText, find, test, type } from './firefox';

const DIALOG = '[role=dialog]';

test(
  'Firefox: somebody signs in, opens a list, a dialog of it and the agent chat',
  { tag: '@each-change' },
  async ({ firefox, site }) => {
    const errors: unknown[] = [];
    firefox.on('pageerror', (error) => errors.push(error));
    await firefox.goto(`${site.url}/login`);
    await type(firefox, '#username', 'agent-admin');
    await type(firefox, '#password', PASSWORD);
    await click(firefox, 'button[type=submit]');
    await expectText(firefox, /Storeward Dashboard/);
    await click(firefox, 'a[href="/knowledge"]');
    await expectText(firefox, /\d+ total records/);
    await click(firefox, 'button ::-p-text(Add New)');
    await click(firefox, `${DIALOG} input`);
    await firefox.keyboard.press('Escape');
    await expect.poll(() => firefox.$$eval(DIALOG, (found) => found.length)).toBe(0);
    await click(firefox, 'a[href="/agent-chat"]');
    const agent = await find(firefox, 'main select option + option').then((first) =>
      first.evaluate((option) => (option as HTMLOptionElement).value),
    );
    await firefox.select('main select', agent);
    await type(firefox, '[placeholder="Type your message..."]', 'What can you do?');
    await firefox.keyboard.press('Enter');
    // The answer has come to its end: it can be copied.
    await expect
      .poll(() => firefox.$$eval('[aria-label="Copy message"]', (found) => found.length), { timeout: 20_000 })
      .toBe(2);
    expect(errors).toEqual([]);
  },
);

test('Firefox: a session that is stored opens a list by its address', async ({ firefox, site }) => {
  await enter(firefox, site, 'admin');
  await firefox.goto(`${site.url}/product-variants?company_id=1`);
  await expectText(firefox, /\d+ total records/);
});

test(
  'Firefox: where the page scrolls and the rows sideways too, the header stays above the rows',
  { tag: '@each-change' },
  async ({ firefox, site }) => {
    await firefox.setViewport({ width: 800, height: 420 }).catch(() => undefined);
    await enter(firefox, site, 'admin');
    await firefox.goto(`${site.url}/facebook-ads?company_id=1`);
    await expectText(firefox, /\d+ total records/);
    const ends = () =>
      firefox.$$eval('thead, tbody tr', ([head, row]) => [
        Math.round(head?.getBoundingClientRect().bottom ?? 0),
        Math.round(row?.getBoundingClientRect().top ?? 0),
      ]);
    await expect.poll(async () => Math.abs(((await ends())[0] ?? 0) - ((await ends())[1] ?? 99))).toBeLessThan(2);
  },
);
