import { faultOf } from './errors';

const PAUSE = new Date('2026-11-24T12:05:00Z');
const TOKEN = 'EAAGtoken0123456789abcdef';
const fault = (error: object | undefined, status = 400) =>
  faultOf({ status, headers: new Headers(), json: { error } }, { secrets: [TOKEN], pause: () => PAUSE });

const row = (code: number, subcode: number | null, kind: string, reason: string, concerns: string) =>
  ({ code, subcode, kind, reason, concerns }) as const;
const ROWS = [
  row(190, 460, 'reconnect', 'credential_refused', 'credential'),
  row(190, 463, 'reconnect', 'credential_expired', 'credential'),
  row(190, 467, 'reconnect', 'credential_refused', 'credential'),
  row(190, null, 'reconnect', 'credential_refused', 'credential'),
  row(102, null, 'reconnect', 'credential_refused', 'credential'),
  row(10, null, 'refused', 'scope_missing', 'connection'),
  row(294, null, 'refused', 'scope_missing', 'connection'),
  row(278, null, 'refused', 'scope_missing', 'connection'),
  row(200, null, 'refused', 'not_shared', 'connection'),
  row(299, null, 'refused', 'not_shared', 'connection'),
  row(100, 33, 'refused', 'not_shared', 'connection'),
  row(4, null, 'wait', 'rate_limited', 'credential'),
  row(17, null, 'wait', 'rate_limited', 'credential'),
  row(17, 2446079, 'wait', 'rate_limited', 'connection'),
  row(32, null, 'wait', 'rate_limited', 'credential'),
  row(613, null, 'wait', 'rate_limited', 'connection'),
  row(613, 1487742, 'wait', 'rate_limited', 'connection'),
  row(80000, null, 'wait', 'rate_limited', 'connection'),
  row(80004, null, 'wait', 'rate_limited', 'connection'),
  row(80014, null, 'wait', 'rate_limited', 'connection'),
  row(1, null, 'smaller', 'page_too_large', 'connection'),
  row(100, 1504018, 'smaller', 'page_too_large', 'connection'),
  row(100, 1487534, 'smaller', 'page_too_large', 'connection'),
  row(2, 1504038, 'smaller', 'page_too_large', 'connection'),
  row(2, null, 'again', 'source_failed', 'connection'),
  row(2, 1504043, 'again', 'source_failed', 'connection'),
  row(-2, 2490547, 'again', 'source_failed', 'connection'),
  row(99, null, 'again', 'source_failed', 'connection'),
  row(960, null, 'again', 'source_failed', 'connection'),
  row(100, null, 'refused', 'request_refused', 'connection'),
  row(2635, null, 'refused', 'version_unsupported', 'connection'),
];

it.each(ROWS)('$code/$subcode: $kind, $reason, of the $concerns', ({ code, subcode, kind, reason, concerns }) => {
  const found = fault({ code, ...(subcode !== null && { error_subcode: subcode }), fbtrace_id: 'A1' });
  expect(found).toMatchObject({ kind, code: reason, concerns, trace: 'A1', until: kind === 'wait' ? PAUSE : null });
});

it.each([
  [401, 'reconnect', 'credential_refused'],
  [403, 'refused', 'access_forbidden'],
  [404, 'refused', 'not_found'],
  [418, 'refused', 'request_refused'],
  [429, 'wait', 'rate_limited'],
  [503, 'again', 'source_failed'],
])('%i without a code that is known: %s, %s', (status, kind, code) => {
  expect(fault(undefined, status)).toMatchObject({ kind, code });
  expect(fault({ code: 77_777 }, status)).toMatchObject({ kind, code });
});

it('an error in a 200 is one; one that passes by itself is tried again', () => {
  expect(fault({ code: 190 }, 200)).toMatchObject({ kind: 'reconnect' });
  expect(fault({ code: 77_777, is_transient: true })).toMatchObject({ kind: 'again', code: 'source_failed' });
  expect(faultOf({ status: 200, headers: new Headers(), json: {} }, { secrets: [], pause: () => PAUSE })).toBeNull();
});

it('its words are for people: the message for them, without markup and token, at most 300 characters', () => {
  const words = `<a href="?access_token=${TOKEN}">${TOKEN}</a> ${'x'.repeat(5000)}`;
  const { message } = fault({ code: 10, message: 'for developers', error_user_msg: words })!;
  expect(message).not.toContain(TOKEN);
  expect(message).not.toMatch(/[<>]|developers/);
  expect(message.length).toBeLessThan(360);
});
