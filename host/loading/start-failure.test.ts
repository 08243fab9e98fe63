import { screen } from '@testing-library/dom';
import { showStartFailure } from './start-failure';

test('a console that could not be loaded says so in plain words and offers to try again', () => {
  const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  document.body.innerHTML = '<div id="console">half a page</div>';
  const cause = new Error('Loading chunk 7 failed');
  const retry = jest.fn();
  showStartFailure(cause, retry);
  expect(screen.getByRole('alert')).toHaveTextContent(
    /^The console could not be loadedA part of it could not be fetched. Please check your connection.Retry Reload$/,
  );
  expect(screen.getByRole('button', { name: 'Reload' })).toBeEnabled();
  screen.getByRole('button', { name: 'Retry' }).click();
  expect(retry).toHaveBeenCalledTimes(1);
  expect(report).toHaveBeenCalledWith(expect.any(String), cause);
  report.mockRestore();
});
