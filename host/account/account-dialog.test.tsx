import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';
import { browserName } from './browser-name';

let service: Service;
withService((started) => (service = started));

const session = { id: '11111111-1111-4111-8111-111111111111', created_at: '2026-11-23T06:00:00.000Z' };
const SESSIONS = {
  items: [
    {
      ...{ ...session, is_current: true, address: '203.0.113.7', last_used_at: '2026-11-24T06:00:00.000Z' },
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    { ...session, id: '22222222-2222-4222-8222-222222222222', is_current: false },
  ].map((one) => ({ user_agent: null, address: null, last_used_at: null, ...one })),
  total: 2,
};
const open = async () => {
  signedInAs(service, userIn());
  service.on('GET /users/me/sessions', [200, SESSIONS]);
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
  service.on('POST /users/me/sessions/end', [400, { detail: 'The current password is not right.' }]);
  const form = await open();
  await userEvent.click(await form.findByRole('button', { name: 'End All Others' }));
  expect(await form.findByText('Please enter your current password first.')).toBeVisible();
  expect(service.askedFor('POST /users/me/sessions/end')).toEqual([]);
  await type(form, 'Current Password', 'wrong');
  await userEvent.click(form.getByRole('button', { name: /^End the session/ }));
  expect(await form.findByText('The current password is not right.')).toBeVisible();
  expect(service.askedFor('POST /users/me/sessions/end')[0]?.body).toEqual({
    ...{ current_password: 'wrong', session_id: '22222222-2222-4222-8222-222222222222' },
  });
});

test('a new password is judged before it is sent, and leaves no field filled', async () => {
  service.on('POST /users/me/password', [204]);
  const form = await open();
  await type(form, 'Current Password', 'the one before');
  await type(form, 'New Password', 'abcdefghijklmn');
  await userEvent.click(form.getByRole('button', { name: 'Change Password' }));
  expect(await form.findByText(/running sequence/)).toBeVisible();
  expect(service.askedFor('POST /users/me/password')).toEqual([]);
  await userEvent.clear(form.getByLabelText('New Password'));
  await type(form, 'New Password', 'tea at four');
  await type(form, 'Repeat the Password', 'tea at four');
  await userEvent.click(form.getByRole('button', { name: 'Change Password' }));
  expect(await form.findByText('A password has at least 12 characters.')).toBeVisible();
  for (const label of ['New Password', 'Repeat the Password']) await type(form, label, ' today');
  await userEvent.click(form.getByRole('button', { name: 'Change Password' }));
  await waitFor(() => expect(service.askedFor('POST /users/me/password')).toHaveLength(1));
  expect(service.askedFor('POST /users/me/password')[0]?.body).toEqual({
    ...{ current_password: 'the one before', new_password: 'tea at four today' },
  });
  await waitFor(() => expect(form.getByLabelText('Current Password')).toHaveValue(''));
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iPhone'],
  ['curl/8.5.0', 'curl/8.5.0'],
  [null, 'Unknown browser'],
])('%s is called %s', (userAgent, name) => expect(browserName(userAgent)).toBe(name));
