import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openConsole, userIn, withService } from '../testing/open-console';

let service: Service;
withService((started) => (service = started));

const back = (said: Record<string, string>) => openConsole(`/login#${new URLSearchParams(said).toString()}`);

test('the login leads to each provider, and to none without one', async () => {
  const providers = [{ name: 'okta', label: 'Okta' }];
  const { unmount } = openConsole('/login', { brand: 'Storeward', remotes: {}, providers });
  const link = await screen.findByRole('link', { name: 'Log In with Okta' });
  expect(link).toHaveAttribute('href', '/api/sign-in/okta?return_to=%2F');
  unmount();
  openConsole('/login');
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

test('who comes back is signed in once, goes on where they were, and the code is gone from the address', async () => {
  service.on('POST /token/pair', [200, { access: 'access-1', refresh: 'refresh-1' }]);
  service.on('GET /users/me', [200, userIn('CompanyAdmin')]);
  back({ sign_in_code: 'a-code', return_to: '/activity?page=2' });
  await waitFor(() => expect(window.location.pathname).toBe('/activity'));
  expect(window.location.href).not.toContain('a-code');
  expect(service.requestsTo('POST /token/pair').map(({ body }) => body)).toEqual([{ sign_in_code: 'a-code' }]);
  expect(localStorage.getItem('access_token')).toBe('access-1');
});

test.each(['https://evil.test/', '//evil.test', '/\\evil.test'])('%j is no place to go on', async (return_to) => {
  service.on('POST /token/pair', [200, { access: 'access-1', refresh: 'refresh-1' }]);
  service.on('GET /users/me', [200, userIn('CompanyAdmin')]);
  back({ sign_in_code: 'a-code', return_to });
  expect(await screen.findByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
  expect(window.location.pathname).toBe('/');
});

test.each([
  ['not-admitted', 'Your account is not admitted here.'],
  ['cancelled', 'You cancelled the login.'],
  ['something new', 'The login did not work. Please try again.'],
])('%s is told, with a way to the login', async (sign_in_failed, words) => {
  back({ sign_in_failed });
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  await userEvent.click(screen.getByRole('link', { name: 'Go to login' }));
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
});

test('a code that has run out is told, and leaves no tokens', async () => {
  service.on('POST /token/pair', [401, { detail: 'This sign-in has run out. Please try again.' }]);
  back({ sign_in_code: 'old' });
  expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in has run out.');
  expect(localStorage.getItem('access_token')).toBeNull();
});
