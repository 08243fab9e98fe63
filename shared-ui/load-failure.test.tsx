import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpError, type FailureStatus } from 'shared-auth';
import { LoadFailure } from './load-failure';

const onRetry = jest.fn();
afterEach(() => onRetry.mockClear());

const fail = (status: FailureStatus, detail = 'As the service says') =>
  render(<LoadFailure message="Failed to load teas" error={new HttpError(status, { detail })} onRetry={onRetry} />);

test.each<FailureStatus>([408, 429, 500, 503, 'OFFLINE', 'TIMEOUT', 'UNREADABLE'])(
  'what failed with %s may be asked for again',
  async (status) => {
    fail(status);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  },
);

test('what is not there is said to be so, and not offered to be asked for again', () => {
  fail(404, 'Company not found');
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load teasCompany not found');
  expect(screen.queryByRole('button')).toBeNull();
});

test('what somebody before the service does not know (404) may be asked for again', async () => {
  render(
    <LoadFailure message="Failed to load teas" error={new HttpError(404, '<h1>Not Found</h1>')} onRetry={onRetry} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});
