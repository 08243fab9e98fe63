import { HttpError } from 'shared-auth';
import { failureToast } from './use-tell';

test.each<[string, unknown, string]>([
  ['no connection', new HttpError('OFFLINE'), 'The server could not be reached. Please check your connection.'],
  ['no response in time', { status: 'TIMEOUT' }, 'The server did not answer in time.'],
  ['a response without words', new HttpError(502, '<html>'), 'Request failed: 502'],
  ["the server's words", new HttpError(400, { detail: 'Closed for stocktaking' }), 'Closed for stocktaking'],
])('the toast of a failed call gives its reason: %s', (_, error, reason) => {
  expect(failureToast('Failed to delete', error)).toEqual({
    type: 'error',
    message: 'Failed to delete',
    detail: reason,
  });
});

test("a time in the server's words reads as times do everywhere", () => {
  const stale = new HttpError(412, { detail: 'ann changed this COGS record on 2026-11-21T22:22:07.766Z' });
  expect(failureToast('Failed to save', stale).detail).toMatch(
    /^ann changed this COGS record on Nov 2[12], 2026, \d+:22\s[AP]M$/,
  );
});
