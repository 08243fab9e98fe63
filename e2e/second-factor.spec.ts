import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { enter, expect, expectAccessible, newName, test } from './support/test';

// Browsers make passkeys for names, not for addresses.
test.use({ baseURL: async ({}, use) => use(process.env.CONSOLE_URL?.replace('127.0.0.1', 'localhost')) });

const THEIRS = 'tea at four o’clock';

/** A person of this test alone, invited by an admin and signed in by the link. */
async function invited(page: Page, name: string) {
  await enter(page, 'agent-admin');
  const token = await page.evaluate(async (username) => {
    const response = await fetch('/api/people/invitations', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${localStorage.getItem('access_token')}`,
      },
      body: JSON.stringify({ username, groups: ['CompanyAdmin'] }),
    });
    return ((await response.json()) as { token: string }).token;
  }, name);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/login#invitation=${token}`);
  for (const label of ['New Password', 'Repeat the Password']) await page.getByLabel(label).fill(THEIRS);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Dashboard/ })).toBeVisible();
}

async function openAccount(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  const account = page.getByRole('dialog', { name: 'My account' });
  await account.getByLabel('Current Password').fill(THEIRS);
  return account;
}

async function logIn(page: Page, name: string) {
  await page.goto('/clear-auth');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill(THEIRS);
  await page.keyboard.press('Enter');
}

test('a person sets up an app, and is asked for its code; a recovery code signs in as well', async ({ page }) => {
  const name = newName('Codes');
  await invited(page, name);
  const account = await openAccount(page, name);
  await account.getByRole('button', { name: 'Set Up an App' }).click();
  await expect(account.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await account.locator('.app-secret code').innerText()).replaceAll(' ', '');
  await account.getByLabel('Code', { exact: true }).fill(generateSync({ secret, epoch: Date.now() / 1000 - 30 }));
  await page.keyboard.press('Enter');
  const codes = account.getByRole('region', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const [recovery = ''] = await codes.getByRole('listitem').allInnerTexts();
  const file = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toBe('recovery-codes.txt');
  // Escape would lose them.
  await page.keyboard.press('Escape');
  await expect(codes.getByText('Keep them first')).toBeVisible();
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(account.getByText('You have 10 recovery codes left.')).toBeVisible();

  await logIn(page, name);
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is not right, or was used already.')).toBeVisible();
  await page.getByLabel('Code').fill(generateSync({ secret, epoch: Date.now() / 1000 + 30 }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Dashboard/ })).toBeVisible();
  await logIn(page, name);
  await page.getByLabel('Code').fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Dashboard/ })).toBeVisible();
});

test('a person adds a passkey, and it signs in alone and beside the password', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const name = newName('Passkey');
  await invited(page, name);
  const account = await openAccount(page, name);
  await account.getByRole('button', { name: 'Add a Passkey' }).click();
  await account.getByRole('button', { name: 'I have kept them' }).click();
  await expect(account.getByText('last used never')).toBeVisible();
  await account.getByRole('button', { name: /^Rename/ }).click();
  await account.getByLabel('Name of the passkey').fill('This laptop');
  await page.keyboard.press('Enter');
  await expect(account.getByText('This laptop')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/clear-auth');
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(page.getByRole('heading', { name: /Dashboard/ })).toBeVisible();
  await logIn(page, name);
  await expect(page.getByLabel('Code')).toBeVisible();
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(page.getByRole('heading', { name: /Dashboard/ })).toBeVisible();

  // In place of the password, which is asked for before a change.
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await account.getByRole('button', { name: 'Use a Passkey Instead' }).click();
  await expect(account.getByLabel('Current Password')).toHaveCount(0);
  await account.getByRole('button', { name: 'Remove This laptop' }).click();
  await expect(account.getByText('A passkey is kept by this device')).toBeVisible();
  await logIn(page, name);
  await expect(page.getByRole('heading', { name: /Dashboard/ })).toBeVisible();
});
