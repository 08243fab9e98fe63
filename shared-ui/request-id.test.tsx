import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpError } from 'shared-auth';
import { Alert } from './alert';

test('an alert names the request that failed and copies its name', async () => {
  const user = userEvent.setup();
  render(
    <Alert type="error" error={new HttpError(500, undefined, '', undefined, 'abc-1')}>
      Failed to load
    </Alert>,
  );
  expect(screen.getByText('abc-1')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy request id' }));
  expect(await navigator.clipboard.readText()).toBe('abc-1');
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
});

test('what no service responded has no request to name', () => {
  render(
    <Alert type="error" error={new HttpError('OFFLINE')}>
      Failed to load
    </Alert>,
  );
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([400, 409, 412, 422])(
  'a rule that was broken (%s) is for the person alone, and names no request',
  (status) => {
    render(
      <Alert type="error" error={new HttpError(status, undefined, '', undefined, 'abc-1')}>
        Already there
      </Alert>,
    );
    expect(screen.queryByText('abc-1')).toBeNull();
  },
);
