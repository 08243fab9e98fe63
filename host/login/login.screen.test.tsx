import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openConsole, reloadConsole, signedInAs, userIn, withService } from '../testing/open-console';

let service: Service;
withService((started) => (service = started));

const logIn = async (username: string, password: string) => {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Username' }), username);
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
};

test('the screen has a title that is a login to the product, and both fields are required', async () => {
  openConsole('/login');
  expect(await screen.findByRole('heading', { name: 'Login to Storeward' })).toBeVisible();
  expect(screen.getByLabelText('Username')).toBeRequired();
  expect(screen.getByLabelText('Password')).toBeRequired();
});

test('while it is loading the button reads "Logging in..." and the inputs are disabled', async () => {
  let answer = (): void => undefined;
  service.on('POST /token/pair', () => new Promise((resolve) => (answer = () => resolve([401, { detail: 'no' }]))));
  openConsole('/login');
  await logIn('ada', 'wrong');
  expect(await screen.findByRole('button', { name: 'Logging in...' })).toBeDisabled();
  expect(screen.getByLabelText('Username')).toBeDisabled();
  expect(screen.getByLabelText('Password')).toBeDisabled();
  answer();
  expect(await screen.findByRole('button', { name: 'Login' })).toBeEnabled();
});

test('a failed login shows its sentence, keeps what was typed and leaves no tokens', async () => {
  service.on('POST /token/pair', [401, { detail: 'Something else' }]);
  openConsole('/login');
  await logIn('ada', 'wrong');
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid username or password. Please try again.');
  expect(screen.getByLabelText('Username')).toHaveValue('ada');
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(console.error).toHaveBeenCalledWith('Login failed');
});

test('after the right password a code is asked for on a step of its own, and it signs in', async () => {
  const required = { detail: 'Please enter the code of your app, or a recovery code.', second_factor: 'required' };
  service.on('POST /token/pair', [401, required]);
  openConsole('/login');
  await logIn('ada', 'right');
  const code = await screen.findByLabelText('Code');
  expect(code).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(console.error).not.toHaveBeenCalledWith('Login failed');
  service.on('POST /token/pair', [401, { ...required, detail: 'This code is not right.' }]);
  await userEvent.type(code, '000000');
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right.');
  expect(localStorage.getItem('access_token')).toBeNull();
  service.on('POST /token/pair', [200, { access: 'access-1', refresh: 'refresh-1' }]);
  service.on('GET /users/me', [200, userIn('CompanyAdmin')]);
  await userEvent.clear(code);
  await userEvent.type(code, '123456{Enter}');
  expect(await screen.findByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
  expect(service.requestsTo('POST /token/pair').map(({ body }) => body)).toEqual([
    { username: 'ada', password: 'right' },
    { username: 'ada', password: 'right', code: '000000' },
    { username: 'ada', password: 'right', code: '123456' },
  ]);
});

test('Back leads from the code to name and password', async () => {
  service.on('POST /token/pair', [401, { detail: 'x', second_factor: 'required' }]);
  openConsole('/login');
  await logIn('ada', 'right');
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText('Username')).toHaveValue('ada');
});

test('signing in leads to the dashboard', async () => {
  service.on('POST /token/pair', [200, { access: 'access-1', refresh: 'refresh-1' }]);
  service.on('GET /users/me', [200, userIn('CompanyAdmin')]);
  openConsole('/company-management');
  await logIn('ada', 'right');
  expect(await screen.findByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
  expect(window.location.pathname).toBe('/');
});

test.each([true, false])(
  'what was typed is left nowhere once somebody is signed in, with the head’s script: %s',
  async (has) => {
    if (!has) Reflect.deleteProperty(window, 'loginForm');
    service.on('POST /token/pair', [200, { access: 'access-1', refresh: 'refresh-1' }]);
    service.on('GET /users/me', [200, userIn('CompanyAdmin')]);
    openConsole('/login');
    await logIn('ada', 'right');
    expect(await screen.findByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
    for (const field of document.querySelectorAll('#login input')) expect(field).toHaveValue('');
  },
);

test('a signed-in user is redirected to / and the history entry is replaced', async () => {
  signedInAs(service, userIn());
  const entries = window.history.length;
  openConsole('/login');
  expect(await screen.findByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
  expect(window.location.pathname).toBe('/');
  expect(window.history.length).toBe(entries);
});

test('/clear-auth removes both tokens, ends the session at the service and redirects to /login (TOK-18)', async () => {
  signedInAs(service, userIn());
  const refresh = localStorage.getItem('refresh_token');
  service.on('POST /token/revoke', [204]);
  openConsole('/clear-auth');
  expect(await screen.findByRole('heading', { name: 'Login to Storeward' })).toBeVisible();
  expect(window.location.pathname).toBe('/login');
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(localStorage.getItem('refresh_token')).toBeNull();
  await waitFor(() => expect(service.requestsTo('POST /token/revoke')).toHaveLength(1));
  expect(service.requestsTo('POST /token/revoke')[0]?.body).toEqual({ refresh });
});

test('after a forced logout the login screen says why and leads back to the page the person was on', async () => {
  signedInAs(service, userIn('CompanyAdmin'));
  service.on('GET /users/me', [401, { detail: 'Not signed in' }]);
  service.on('POST /token/refresh', [401, { detail: 'Not signed in' }]);
  openConsole('/company-management?page=2');
  expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
  service.on('POST /token/pair', [200, { access: 'access-2', refresh: 'refresh-2' }]);
  service.on('GET /users/me', [200, userIn('CompanyAdmin')]);
  await logIn('ada', 'right');
  expect(await screen.findByText('This area is not deployed.')).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe('/company-management?page=2');
});

test('while the service cannot say who is signed in the login screen shows, and Retry leads back to the page', async () => {
  signedInAs(service, userIn('CompanyAdmin'));
  service.on('GET /users/me', [500, { detail: 'Internal server error' }]);
  openConsole('/company-management?page=2');
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(service.requestsTo('GET /users/me')).toHaveLength(2));
  expect(await screen.findByText(/Please retry, or log in again\.$/)).toBeVisible();
  service.on('GET /users/me', [200, userIn('CompanyAdmin')]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('This area is not deployed.')).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe('/company-management?page=2');
});

test('while the service cannot say who is signed in the login screen shows, and a reload leads back to the page', async () => {
  signedInAs(service, userIn('CompanyAdmin'));
  service.on('GET /users/me', [500, { detail: 'Internal server error' }]);
  const { unmount } = openConsole('/company-management?page=2');
  const note = 'The service could not be reached. Please retry, or log in again.';
  expect(await screen.findByText(note)).toBeVisible();
  expect(window.location.pathname).toBe('/login');
  unmount();

  service.on('GET /users/me', [200, userIn('CompanyAdmin')]);
  reloadConsole();
  expect(await screen.findByText('This area is not deployed.')).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe('/company-management?page=2');
});

test('demonstration users are offered in demonstration mode only', async () => {
  const { unmount } = openConsole('/login');
  await screen.findByRole('textbox', { name: 'Username' });
  expect(screen.queryByRole('region', { name: 'Demonstration users' })).not.toBeInTheDocument();
  unmount();

  service.on('POST /token/pair', [200, { access: 'access-1', refresh: 'refresh-1' }]);
  service.on('GET /users/me', [200, userIn()]);
  const users = [{ username: 'staff', description: 'No group; company 1' }];
  openConsole('/login', { brand: 'Storeward', remotes: {}, demonstration: { password: 'console-demo', users } });
  await userEvent.click(await screen.findByRole('button', { name: /staff/ }));
  expect(await screen.findByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
  expect(service.requestsTo('POST /token/pair').at(-1)?.body).toEqual({ username: 'staff', password: 'console-demo' });
});
