import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { VERIFY_FIRST } from 'contract/people/account';
import type { Service } from 'shared-auth/testing';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';
import { browserName } from './browser-name';

let service: Service;
withService((started) => (service = started));

const session = { id: '11111111-1111-4111-8111-111111111111', created_at: '2026-11-23T06:00:00.000Z' };
const SESSIONS = {
  items: [
    {
      ...session,
      is_current: true,
      address: '203.0.113.7',
      last_used_at: '2026-11-24T06:00:00.000Z',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    { ...session, id: '22222222-2222-4222-8222-222222222222', is_current: false },
  ].map((one) => ({ user_agent: null, address: null, last_used_at: null, ...one })),
  total: 2,
};
const NO_FACTOR = { app_since: null, recovery_codes_left: 0, is_required: false };
const VERIFY = 'POST /users/me/verification';
const open = async (factor: object = NO_FACTOR, passkeys: readonly object[] = []) => {
  signedInAs(service, userIn());
  service.on('GET /users/me/sessions', [200, SESSIONS]);
  service.on('GET /users/me/second-factor', [200, factor]);
  service.on('GET /users/me/passkeys', [200, { items: passkeys, total: passkeys.length }]);
  service.on(VERIFY, [204]);
  openConsole('/');
  await userEvent.click(await screen.findByRole('button', { name: 'ada' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'My account' }));
  return within(await screen.findByRole('dialog', { name: 'My account' }));
};
const type = (form: ReturnType<typeof within>, label: string, text: string) =>
  userEvent.type(form.getByLabelText(label), text);

test('the sessions have browser, address and times; of those from before it is said that they are unknown', async () => {
  const form = await open();
  expect(await form.findByText(/Firefox on Linux/)).toBeVisible();
  expect(form.getByText(/203\.0\.113\.7/)).toBeVisible();
  expect(form.getByText('Unknown browser')).toBeVisible();
  expect(form.getByText(/Unknown address .* last used unknown/)).toBeVisible();
  expect(form.getAllByRole('button', { name: /^End the session/ })).toHaveLength(1);
});

test('ending a session asks for the password, and tells what was refused', async () => {
  service.on('POST /users/me/sessions/end', [200, { sessions_ended: 1 }]);
  const form = await open();
  service.on(VERIFY, [400, { detail: 'The current password is not right.' }]);
  await userEvent.click(await form.findByRole('button', { name: 'End All Others' }));
  expect(await form.findByText('Please enter your current password first.')).toBeVisible();
  expect(service.requestsTo('POST /users/me/sessions/end')).toEqual([]);
  await type(form, 'Current Password', 'wrong');
  await userEvent.click(form.getByRole('button', { name: /^End the session/ }));
  expect(await form.findByText('The current password is not right.')).toBeVisible();
  expect(service.requestsTo(VERIFY)[0]?.body).toEqual({ current_password: 'wrong' });
  expect(service.requestsTo('POST /users/me/sessions/end')).toEqual([]);
});

test('the password is asked for once, and again when it was given too long ago', async () => {
  service.on('POST /users/me/sessions/end', [200, { sessions_ended: 1 }]);
  const form = await open();
  await type(form, 'Current Password', 'the one before');
  await userEvent.click(await form.findByRole('button', { name: 'End All Others' }));
  await waitFor(() => expect(form.queryByLabelText('Current Password')).toBeNull());
  await waitFor(() => expect(form.getByRole('button', { name: 'End All Others' })).toBeEnabled());
  service.on('POST /users/me/sessions/end', [400, { detail: VERIFY_FIRST }]);
  await userEvent.click(form.getByRole('button', { name: /^End the session/ }));
  expect(await form.findByText(VERIFY_FIRST)).toBeVisible();
  expect(form.getByLabelText('Current Password')).toHaveValue('');
  expect(service.requestsTo(VERIFY)).toHaveLength(1);
  expect(service.requestsTo('POST /users/me/sessions/end').map(({ body }) => body)).toEqual([
    {},
    { session_id: '22222222-2222-4222-8222-222222222222' },
  ]);
});

test('an app is set up by picture or secret and a first code; its recovery codes are kept before anything else', async () => {
  const codes = Array.from({ length: 10 }, (_, at) => `K7QM-2XPA-93TD-HWR${at}`);
  service.on('POST /users/me/second-factor', [
    201,
    { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Storeward:ada?secret=JBSWY3DPEHPK3PXP' },
  ]);
  service.on('POST /users/me/second-factor/confirm', [400, { detail: 'The code is not right.' }]);
  const form = await open();
  await type(form, 'Current Password', 'the one before');
  await userEvent.click(await form.findByRole('button', { name: 'Set Up an App' }));
  expect(await form.findByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  expect(await form.findByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  expect(form.getByLabelText('Code')).toHaveFocus();
  await type(form, 'Code', '000000');
  await userEvent.click(form.getByRole('button', { name: 'Confirm' }));
  expect(await form.findByText('The code is not right.')).toBeVisible();
  service.on('POST /users/me/second-factor/confirm', [200, { recovery_codes: codes }]);
  await userEvent.clear(form.getByLabelText('Code'));
  await type(form, 'Code', '123456');
  await userEvent.click(form.getByRole('button', { name: 'Confirm' }));
  const kept = within(await form.findByRole('region', { name: 'Recovery codes' }));
  expect(kept.getAllByRole('listitem')).toHaveLength(10);
  expect(kept.getByRole('list')).toHaveFocus();
  let file = '';
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    file = decodeURIComponent(this.href);
  });
  await userEvent.click(form.getByRole('button', { name: 'Download' }));
  expect(file).toContain(codes.join('\n'));
  await userEvent.click(form.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(form.getByText('Keep them first, then press “I have kept them”.')).toBeVisible();
  service.on('GET /users/me/second-factor', [
    200,
    { app_since: '2026-11-25T06:00:00.000Z', recovery_codes_left: 10, is_required: false },
  ]);
  await userEvent.click(form.getByRole('button', { name: 'I have kept them' }));
  expect(await form.findByText(/You have 10 recovery codes left/)).toBeVisible();
  expect(service.requestsTo('POST /users/me/second-factor/confirm').at(-1)?.body).toEqual({ code: '123456' });
});

test('who has no second factor is told of no recovery codes, and of nothing else that is not there', async () => {
  const form = await open();
  expect(await form.findByRole('button', { name: 'Add a Passkey' })).toBeVisible();
  expect(form.queryByRole('button', { name: 'New Recovery Codes' })).toBeNull();
  // A number alone would be what a condition left.
  const texts = document.createTreeWalker(screen.getByRole('dialog'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) expect(texts.currentNode.nodeValue).not.toMatch(/^\d+$/);
});

test('who has an app removes it, or makes new recovery codes', async () => {
  service.on('POST /users/me/second-factor/recovery-codes', [201, { recovery_codes: ['K7QM-2XPA-93TD-HWRC'] }]);
  service.on('DELETE /users/me/second-factor', [204]);
  const form = await open({ app_since: '2026-11-25T06:00:00.000Z', recovery_codes_left: 1, is_required: true });
  expect(await form.findByText(/You have 1 recovery code left.*you can do nothing but set it up/)).toBeVisible();
  await type(form, 'Current Password', 'the one before');
  await userEvent.click(form.getByRole('button', { name: 'New Recovery Codes' }));
  expect(await form.findByText('K7QM-2XPA-93TD-HWRC')).toBeVisible();
  await userEvent.click(form.getByRole('button', { name: 'I have kept them' }));
  service.on('GET /users/me/second-factor', [200, NO_FACTOR]);
  await userEvent.click(form.getByRole('button', { name: 'Remove App' }));
  expect(await form.findByRole('button', { name: 'Set Up an App' })).toBeVisible();
});

test('who has to have a second factor is shown at once how to set it up, and goes on then', async () => {
  signedInAs(service, { ...userIn(), companies: [], must_set_up_factor: true });
  service.on('GET /users/me/second-factor', [200, { ...NO_FACTOR, is_required: true }]);
  service.on('GET /users/me/passkeys', [200, { items: [], total: 0 }]);
  service.on('POST /users/me/second-factor', [201, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' }]);
  service.on('POST /users/me/second-factor/confirm', [200, { recovery_codes: ['K7QM-2XPA-93TD-HWRC'] }]);
  openConsole('/company-management');
  const form = within(await screen.findByRole('dialog', { name: 'My account' }));
  expect(await form.findByText(/A group of yours has to have a second factor/)).toBeVisible();
  for (const label of ['Current Password', 'New Password']) expect(form.queryByLabelText(label)).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Set Up an App' }));
  await userEvent.type(await screen.findByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  service.on('GET /users/me', [200, userIn('CompanyAdmin')]);
  await userEvent.click(await screen.findByRole('button', { name: 'I have kept them' }));
  expect(await screen.findByText('This area is not deployed.')).toBeVisible();
  expect(service.requestsTo(VERIFY)).toEqual([]);
});

test('a new password is judged before it is sent, and leaves no field filled', async () => {
  service.on('POST /users/me/password', [204]);
  const form = await open();
  await type(form, 'Current Password', 'the one before');
  await type(form, 'New Password', 'abcdefghijklmn');
  await userEvent.click(form.getByRole('button', { name: 'Change Password' }));
  expect(await form.findByText(/running sequence/)).toBeVisible();
  expect(service.requestsTo('POST /users/me/password')).toEqual([]);
  await userEvent.clear(form.getByLabelText('New Password'));
  await type(form, 'New Password', 'tea at four');
  await type(form, 'Repeat the Password', 'tea at four');
  await userEvent.click(form.getByRole('button', { name: 'Change Password' }));
  expect(await form.findByText('A password has at least 12 characters.')).toBeVisible();
  for (const label of ['New Password', 'Repeat the Password']) await type(form, label, ' today');
  await userEvent.click(form.getByRole('button', { name: 'Change Password' }));
  await waitFor(() => expect(service.requestsTo('POST /users/me/password')).toHaveLength(1));
  expect(service.requestsTo(VERIFY)[0]?.body).toEqual({ current_password: 'the one before' });
  expect(service.requestsTo('POST /users/me/password')[0]?.body).toEqual({ new_password: 'tea at four today' });
  await waitFor(() => expect(form.getByLabelText('New Password')).toHaveValue(''));
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iPhone'],
  ['curl/8.5.0', 'curl/8.5.0'],
  [null, 'Unknown browser'],
])('%s is called %s', (userAgent, name) => expect(browserName(userAgent)).toBe(name));

describe('passkeys', () => {
  const KEY = { id: 3, name: 'Firefox on Linux', created_at: '2026-11-23T06:00:00.000Z', last_used_at: null };
  const OPTIONS = {
    challenge: 'AQID',
    rp: { id: 'localhost', name: 'Storeward' },
    timeout: 300_000,
    excludeCredentials: [],
    user: { id: 'AQ', name: 'ada', displayName: 'ada' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  };
  /** A browser that makes passkeys, or refuses to. */
  const browserMakes = (create: () => Promise<unknown>) => {
    Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: class {} });
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
  };
  const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
  const made = {
    id: 'AQID',
    rawId: bytes(1, 2, 3),
    type: 'public-key',
    getClientExtensionResults: () => ({}),
    response: { clientDataJSON: bytes(4), attestationObject: bytes(5), getTransports: () => ['internal'] },
  };
  afterEach(() => {
    for (const [owner, name] of [
      [window, 'PublicKeyCredential'],
      [navigator, 'credentials'],
    ] as const)
      Reflect.deleteProperty(owner, name);
  });

  test('one that the browser makes is sent with its name, and the first brings recovery codes', async () => {
    browserMakes(() => Promise.resolve(made));
    service.on('POST /users/me/passkeys/options', [200, OPTIONS]);
    service.on('POST /users/me/passkeys', [201, { passkey: KEY, recovery_codes: ['K7QM-2XPA-93TD-HWR0'] }]);
    const form = await open();
    expect(await form.findByText(/It logs you in by finger, face or PIN/)).toBeVisible();
    await type(form, 'Current Password', 'the one before');
    await userEvent.click(await form.findByRole('button', { name: 'Add a Passkey' }));
    expect(await form.findByText('K7QM-2XPA-93TD-HWR0')).toBeVisible();
    expect(service.requestsTo('POST /users/me/passkeys')[0]?.body).toMatchObject({
      credential_id: 'AQID',
      client_data: 'BA',
      attestation: 'BQ',
      transports: ['internal'],
      name: browserName(navigator.userAgent),
    });
  });

  test('who cancels at the browser is told so, and nothing is sent', async () => {
    browserMakes(() => Promise.reject(new DOMException('No', 'NotAllowedError')));
    service.on('POST /users/me/passkeys/options', [200, OPTIONS]);
    const form = await open();
    await type(form, 'Current Password', 'the one before');
    await userEvent.click(await form.findByRole('button', { name: 'Add a Passkey' }));
    expect(await form.findByRole('alert')).toBeVisible();
    await waitFor(() => expect(form.getByRole('button', { name: 'Add a Passkey' })).toBeEnabled());
    expect(service.requestsTo('POST /users/me/passkeys')).toEqual([]);
  });

  test('each has its times, another name, and is removed', async () => {
    service.on('PATCH /users/me/passkeys/3', [200, { ...KEY, name: 'Laptop' }]);
    service.on('DELETE /users/me/passkeys/3', [204]);
    const form = await open(NO_FACTOR, [KEY]);
    expect(await form.findByText(/last used never/)).toBeVisible();
    await type(form, 'Current Password', 'the one before');
    await userEvent.click(form.getByRole('button', { name: 'Rename Firefox on Linux' }));
    const field = form.getByLabelText('Name of the passkey');
    expect(field).toHaveFocus();
    await userEvent.clear(field);
    await userEvent.type(field, 'Laptop{Enter}');
    await waitFor(() => expect(service.requestsTo('PATCH /users/me/passkeys/3')[0]?.body).toEqual({ name: 'Laptop' }));
    await userEvent.click(await form.findByRole('button', { name: 'Remove Firefox on Linux' }));
    await waitFor(() => expect(service.requestsTo('DELETE /users/me/passkeys/3')).toHaveLength(1));
  });
});
