import type { Locator, Page } from '@playwright/test';
import { enter, expect, expectAccessible, newName, onMeteredLine, signIn, test } from './support/test';

/** Calls the service as the page's signed-in user. */
const call = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ({ method, path, body }) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('access_token')}`,
        'Content-Type': 'application/json',
      };
      const response = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body) });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>);
    },
    { method, path, body },
  );

const dialog = (page: Page) => page.getByRole('dialog').last();

test('a change is seen and taken back in the details of its record, and a deletion in Activity, by mouse', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const name = newName('Taken Back');
  const { id } = await call(page, 'POST', '/knowledge', { name, content: 'Within 30 days.' });
  await call(page, 'PATCH', `/knowledge/${String(id)}`, { content: 'Within 14 days.' });
  await page.goto(`/knowledge?name=${name}`);
  await page.getByRole('rowheader', { name }).click();
  await dialog(page).getByRole('button', { name: 'History' }).click();
  const newest = dialog(page).getByRole('listitem').first();
  await expect(newest).toContainText('Updated');
  await expect(newest.locator('del')).toContainText('Within 30 days.');
  await expect(newest.locator('ins')).toContainText('Within 14 days.');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
  await newest.getByRole('button', { name: 'Undo' }).click();
  await expect(newest.getByRole('group', { name: `Give ${name} back what it had?` })).toContainText('Within 30 days.');
  await expectAccessible(page);
  await newest.getByRole('button', { name: 'Undo this change' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(dialog(page).getByRole('listitem').first()).toContainText('Updated by Undo');
  await expect(dialog(page).getByRole('term').filter({ hasText: 'Content' }).first()).toBeVisible();

  await call(page, 'DELETE', `/knowledge/${String(id)}`);
  await dialog(page).getByRole('link', { name: 'All activity' }).click();
  await expect(page).toHaveURL(`/activity?resource=knowledge&record_id=${String(id)}`);
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await expect(page.locator('tr[data-record]')).toHaveCount(4);
  await page.getByRole('row', { name: /Deleted/ }).click();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Undo' }).click();
  await expect(dialog(page)).toContainText(`Bring back ${name}?`);
  await dialog(page).getByRole('button', { name: 'Undo this change' }).click();
  await expect(page.getByText('Undone', { exact: true }).last()).toBeVisible();
  await page.keyboard.press('Escape');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: /Export all 5 matching/ }).click();
  expect((await file).suggestedFilename()).toMatch(/^activity_export_\d{4}-\d\d-\d\d\.csv$/);
  await expectAccessible(page);
  expect(await call(page, 'GET', `/knowledge/${String(id)}`)).toMatchObject({ content: 'Within 30 days.' });
  await call(page, 'DELETE', `/knowledge/${String(id)}`);
});

test('a history and Activity whose code cannot be loaded say why, and Retry loads them', async ({ page }) => {
  await onMeteredLine(page);
  await enter(page, 'admin');
  await page.goto('/knowledge');
  await page.getByRole('rowheader').first().click();
  const history = dialog(page).getByRole('button', { name: 'History' });
  await expect(history).toBeVisible();
  const scripts = /\.js(\?|$)/;
  /** The text in place of the part, and after Retry with the line up again, `found`. */
  const isTriedAgain = async (title: string, found: Locator) => {
    const failure = page.getByRole('alert').filter({ hasText: title });
    await expect(failure).toContainText(/could not be reached|connection/i);
    await expectAccessible(page);
    await page.unroute(scripts);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(found).toBeVisible();
    await expect(failure).toHaveCount(0);
  };
  await page.route(scripts, (route) => route.abort());
  await history.click();
  const allActivity = dialog(page).getByRole('link', { name: 'All activity' });
  await isTriedAgain('Failed to load history', allActivity);
  await page.route(scripts, (route) => route.abort());
  await allActivity.click();
  await isTriedAgain('Activity could not be shown', page.getByRole('heading', { name: 'Activity' }));
});

test('versions of a prompt are compared and one is restored, by keyboard alone', async ({ page }) => {
  await signIn(page, 'admin');
  const slug = newName('versioned-helper');
  const first = { slug, system_prompt: 'Answer in short words.' };
  const { id } = await call(page, 'POST', '/agent-definitions', first);
  await call(page, 'PUT', `/agent-definitions/${String(id)}`, { ...first, system_prompt: 'Answer in kind words.' });
  await page.goto(`/agent-definitions?slug=${slug}`);
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: slug }) });
  await expect(row).toBeVisible();
  await row.focus();
  await page.keyboard.press('Enter');
  const versions = dialog(page).getByRole('button', { name: 'Versions' });
  await expect(versions).toBeVisible();
  const tabTo = async (name: RegExp) => {
    const focused = dialog(page).locator(':focus');
    for (let presses = 0; presses < 40; presses += 1) {
      if (
        (await focused.count()) &&
        name.test((await focused.getAttribute('aria-label')) ?? (await focused.innerText()))
      )
        return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${String(name)}`);
  };
  await tabTo(/^Versions/);
  await page.keyboard.press('Enter');
  const differences = page.getByRole('region', { name: 'Differences' });
  await expect(differences.locator('del')).toHaveText('Answer in short words.');
  await expect(differences.locator('ins mark')).toHaveText('kind');
  await expectAccessible(page);
  await tabTo(/^Restore the version/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Restore this version' })).toBeFocused();
  await page.keyboard.press('Escape');
  await tabTo(/^Restore the version/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Version restored')).toBeVisible();
  await expect(page.getByRole('row', { name: /Current/ })).toContainText('admin');
  await expect(page.getByRole('radio', { name: /^From/ })).toHaveCount(3);
  await expect(differences.locator('ins')).toHaveText('Answer in short words.');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toContainText('Answer in short words.');
  await call(page, 'DELETE', `/agent-definitions/${String(id)}`);
});

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', contextOptions: { reducedMotion: 'reduce' } });

  test("a CompanyAdmin reads the history of the company's records, and is denied Activity", async ({ page }) => {
    await signIn(page, 'company-admin');
    await page.goto('/company-management');
    const company = page.getByRole('rowheader').first();
    await company.click();
    const { items } = (await call(page, 'GET', '/companies?page_size=1&sort_by=name')) as {
      items: { id: number; average_shipping_cost_per_order: number | null }[];
    };
    const [{ id, average_shipping_cost_per_order: was } = { id: 0, average_shipping_cost_per_order: null }] = items;
    await call(page, 'PATCH', `/companies/${id}`, { average_shipping_cost_per_order: (was ?? 0) + 1 });
    await dialog(page).getByRole('button', { name: 'History' }).click();
    // Not its connections, which are a list too.
    const newest = dialog(page).getByRole('listitem').filter({ hasText: 'Average Shipping Cost per Order' }).first();
    await expect(newest).toBeVisible();
    await expect(dialog(page).getByRole('link', { name: 'All activity' })).toHaveCount(0);
    await newest.getByRole('button', { name: 'Undo' }).click();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await dialog(page).getByRole('button', { name: 'Undo this change' }).click();
    await expect(page.getByText('Undone', { exact: true })).toBeVisible();
    expect(await call(page, 'GET', `/companies/${id}`)).toMatchObject({ average_shipping_cost_per_order: was });

    await page.goto('/activity');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('navigation', { name: 'Go to' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Activity' })).toHaveCount(0);
  });
});
