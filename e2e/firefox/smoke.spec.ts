import { PASSWORD } from '../support/test';
import { click, enter, expectText, test } from './firefox';

test('Firefox: somebody signs in and opens a list', { tag: '@each-change' }, async ({ firefox, site }) => {
  await firefox.goto(`${site.url}/login`);
  await firefox.locator('#username').fill('agent-admin');
  await firefox.locator('#password').fill(PASSWORD);
  await click(firefox, 'button[type=submit]');
  await expectText(firefox, /Storeward Dashboard/);
  await click(firefox, 'a[href="/knowledge"]');
  await expectText(firefox, /\d+ total records/);
});

test('Firefox: a session that is stored opens a list by its address', async ({ firefox, site }) => {
  await enter(firefox, site, 'admin');
  await firefox.goto(`${site.url}/product-variants?company_id=1`);
  await expectText(firefox, /\d+ total records/);
});
