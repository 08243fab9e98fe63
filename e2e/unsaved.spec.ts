import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInBoth, newName, PASSWORD, signIn, test } from './support/test';

/** Calls the service as somebody, beside the page. */
async function asSomebody(page: Page, username: string) {
  const pair = await page.request.post('/api/token/pair', { data: { username, password: PASSWORD } });
  const { access } = (await pair.json()) as { access: string };
  const headers = { Authorization: `Bearer ${access}` };
  return {
    add: async (data: { name: string; content: string }) =>
      (await (await page.request.post('/api/knowledge', { headers, data })).json()) as { id: number },
    change: async (id: number, data: object) =>
      expect((await page.request.patch(`/api/knowledge/${id}`, { headers, data })).ok()).toBe(true),
    read: async (id: number) =>
      (await (await page.request.get(`/api/knowledge/${id}`, { headers })).json()) as { name: string; content: string },
  };
}

/** Ends the page's session at the service; the page learns of it with its next request. */
const revoke = (page: Page) =>
  page.evaluate(async () => {
    const body = JSON.stringify({ refresh: localStorage.getItem('refresh_token') });
    await fetch('/api/token/revoke', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  });
const unsavedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsaved:')));

async function signInAgain(page: Page, username: string) {
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Knowledge', exact: true })).toBeVisible();
}
const form = (page: Page) => page.getByRole('dialog', { name: 'Edit Knowledge' });

/** The same on a phone's screen, in dark: nothing is wider than it, and Save is in view. */
async function onPhone(page: Page) {
  const window = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(form(page).getByRole('button', { name: 'Update' })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(window);
}

/** Opens a record's form as who works by keyboard does. */
async function edit(page: Page, name: string) {
  const menu = page.getByRole('button', { name: `Actions for ${name}` });
  await menu.focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: 'Edit' });
  await entry.focus();
  await page.keyboard.press('Enter');
  await expect(form(page)).toBeVisible();
}

test('a session that ends under a form, and a reload, lose no text; another person sees nothing of it (KEEP-02)', async ({
  page,
}) => {
  const service = await asSomebody(page, 'admin');
  const name = newName('Ladle care');
  const { id } = await service.add({ name, content: 'Wash it.' });
  await signIn(page, 'agent-admin');
  await page.goto(`/knowledge?name=${name}`);
  await edit(page, name);
  await form(page).getByLabel('Content').fill('Wash it by hand.');
  await revoke(page);
  await page.keyboard.press('Control+Enter');
  await signInAgain(page, 'agent-admin');
  await expect(page).toHaveURL(/name=Ladle/);
  await expect(form(page).getByLabel('Content')).toHaveValue('Wash it by hand.');
  await expect(form(page).getByText('Not saved yet')).toBeVisible();
  await expectAccessibleInBoth(page);
  expect((await service.read(id)).content).toBe('Wash it.');

  await revoke(page);
  await page.keyboard.press('Control+Enter');
  await signInAgain(page, 'admin');
  await expect(page.getByRole('row', { name })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await edit(page, name);
  await expect(form(page).getByLabel('Content')).toHaveValue('Wash it.');
  await expect(form(page).getByText(/You typed this/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Logout' }).click();

  // The first one's words are still theirs, when the form is opened on another day.
  await signIn(page, 'agent-admin');
  await page.goto(`/knowledge?name=${name}`);
  await edit(page, name);
  await expect(form(page).getByText(/You typed this on .* and did not save it: Content\./)).toBeVisible();
  await expectAccessibleInBoth(page);
  await onPhone(page);
  await form(page).getByRole('button', { name: 'Restore' }).focus();
  await page.keyboard.press('Enter');
  await expect(form(page).getByLabel('Content')).toHaveValue('Wash it by hand.');
  await form(page).getByLabel('Content').fill('Wash it by hand, soon.');
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await edit(page, name);
  await form(page).getByRole('button', { name: 'Restore' }).click();
  await expect(form(page).getByLabel('Content')).toHaveValue('Wash it by hand, soon.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Knowledge updated successfully')).toBeVisible();
  expect(await unsavedKeys(page)).toEqual([]);
  expect((await service.read(id)).content).toBe('Wash it by hand, soon.');
});

test('after a 412 both people’s changes are merged and saved, and only what both changed is asked about, by keyboard', async ({
  page,
}) => {
  const admin = await asSomebody(page, 'admin');
  const mark = newName('Whisk');
  const { id } = await admin.add({ name: `${mark} care`, content: 'Rinse it.' });
  await signIn(page, 'agent-admin');
  await page.goto(`/knowledge?name=${mark}`);
  await edit(page, `${mark} care`);
  await form(page).getByLabel('Content').fill('Rinse it at once.');
  await admin.change(id, { name: `${mark} caring` });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Knowledge updated successfully')).toBeVisible();
  await expect(page.getByText('The changes of admin were kept')).toBeVisible();
  expect(await admin.read(id)).toMatchObject({ name: `${mark} caring`, content: 'Rinse it at once.' });

  await edit(page, `${mark} caring`);
  await form(page).getByLabel('Content').fill('Rinse it twice.');
  await form(page).getByLabel('Name').fill(`${mark}s`);
  await admin.change(id, { name: `${mark}, the` });
  await page.keyboard.press('Control+Enter');
  const choice = form(page).getByRole('group', { name: 'Name' });
  await expect(choice.getByRole('radio', { name: /Yours/ })).toBeFocused();
  await expect(form(page).getByRole('radio')).toHaveCount(2);
  await expectAccessibleInBoth(page);
  await onPhone(page);
  await page.keyboard.press('Control+Enter');
  await expect(choice.getByText('Choose yours or theirs, or change the field below')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(form(page).getByLabel('Name')).toHaveValue(`${mark}, the`);
  await page.keyboard.press('Control+Enter');
  await expect(form(page)).toHaveCount(0);
  expect(await admin.read(id)).toMatchObject({ name: `${mark}, the`, content: 'Rinse it twice.' });
});
