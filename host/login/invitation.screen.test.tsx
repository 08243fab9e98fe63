import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';

let service: Service;
withService((started) => (service = started));

const TOKEN = 'a-token';
const LINK = `/login#invitation=${TOKEN}`;
const OPEN = 'POST /people/invitations/open';
const ACCEPT = 'POST /people/invitations/accept';
const invited = (username: string | null) =>
  service.on(OPEN, [200, { username, expires_at: '2026-11-26T06:00:00.000Z' }]);
const fill = async (password: string, repeated = password) => {
  await userEvent.type(await screen.findByLabelText('New Password'), password);
  await userEvent.type(screen.getByLabelText('Repeat the Password'), repeated);
  await userEvent.click(screen.getByRole('button', { name: /Log In/ }));
};

test('an invitation’s link opens a form for the password, which signs in and leaves the secret nowhere', async () => {
  invited('ada');
  service.on(ACCEPT, [200, { access: 'access-1', refresh: 'refresh-1' }]);
  service.on('GET /users/me', [200, userIn('CompanyAdmin')]);
  openConsole(LINK);
  expect(await screen.findByRole('textbox', { name: 'Username' })).toHaveValue('ada');
  expect(screen.getByRole('textbox', { name: 'Username' })).toHaveAttribute('readonly');
  await fill('tea at four o’clock');
  expect(await screen.findByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
  expect(service.requestsTo(ACCEPT)[0]?.body).toEqual({ token: TOKEN, password: 'tea at four o’clock' });
  expect(window.location.href).not.toContain(TOKEN);
  expect(localStorage.getItem('access_token')).toBe('access-1');
});

test('the first user chooses a name as well', async () => {
  invited(null);
  service.on(ACCEPT, [200, { access: 'access-1', refresh: 'refresh-1' }]);
  service.on('GET /users/me', [200, userIn('AaasAdmin')]);
  openConsole(LINK);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Username' }), 'chief');
  await fill('tea at four o’clock');
  expect(await screen.findByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
  expect(service.requestsTo(ACCEPT)[0]?.body).toMatchObject({ username: 'chief' });
});

test.each([
  ['short', 'short', 'A password has at least 12 characters.'],
  ['abcdefghijklmn', 'abcdefghijklmn', 'This password is a running sequence. Please choose another.'],
  ['tea at four o’clock', 'tea at five', 'The two passwords differ.'],
])('%j is refused before it is sent', async (password, repeated, message) => {
  invited('ada');
  openConsole(LINK);
  await fill(password, repeated);
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(service.requestsTo(ACCEPT)).toEqual([]);
});

test('what the service refuses is said, and what was typed stays', async () => {
  invited('ada');
  service.on(ACCEPT, [400, { detail: 'This password is a common one. Please choose another.' }]);
  openConsole(LINK);
  await fill('tea at four o’clock');
  expect(await screen.findByRole('alert')).toHaveTextContent('This password is a common one.');
  expect(screen.getByLabelText('New Password')).toHaveValue('tea at four o’clock');
});

test('an invitation that has ended says so and leads to the login', async () => {
  const ended = 'This invitation does not work any more. Please ask for a new one.';
  service.on(OPEN, [404, { detail: ended }]);
  openConsole(LINK);
  expect(await screen.findByRole('alert')).toHaveTextContent(ended);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Go to login' }));
  expect(await screen.findByRole('heading', { name: 'Login to Storeward' })).toBeVisible();
});

test('one that could not be asked for can be tried again', async () => {
  service.on(OPEN, [503, { detail: 'The database is away' }]);
  openConsole(LINK);
  const retry = await screen.findByRole('button', { name: 'Retry' });
  invited('ada');
  await userEvent.click(retry);
  expect(await screen.findByRole('textbox', { name: 'Username' })).toHaveValue('ada');
});

test('who is signed in as somebody else sees it too, and goes on as the invited one', async () => {
  signedInAs(service, userIn('AaasAdmin'));
  invited('grace');
  service.on(ACCEPT, [200, { access: 'access-2', refresh: 'refresh-2' }]);
  openConsole(LINK);
  expect(await screen.findByRole('textbox', { name: 'Username' })).toHaveValue('grace');
  await fill('tea at four o’clock');
  expect(await screen.findByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
  expect(localStorage.getItem('access_token')).toBe('access-2');
});
