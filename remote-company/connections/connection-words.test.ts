import type { Connection, Run } from 'contract/company/connections';
import { countsText, progressText, runStateText, stateText } from './connection-words';

const now = new Date(2026, 10, 24, 12, 0);
const at = (hour: number, day = 24) => new Date(2026, 10, day, hour, 0).toISOString();
const connection = {
  state: 'ok',
  state_message: null,
  waiting_until: null,
  failures: 0,
  paused_by: null,
  open_run_id: null,
} satisfies Partial<Connection>;
const run = {
  id: 1,
  connection_id: 1,
  cause: 'person',
  is_preview: false,
  is_whole: true,
  status: 'done',
  requested_by: 'ada',
  created_at: at(9),
  started_at: at(9),
  ended_at: at(9),
  retry_at: null,
  attempts: 0,
  expected: null,
  read: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  doubtful: 0,
  gone: 0,
  failed: 0,
  message: null,
  error_code: null,
  trace: null,
} as const satisfies Run;

test.each<[Partial<Connection>, RegExp]>([
  [{}, /^Works$/],
  [{ state: 'new' }, /^New: nothing is written before its first preview is confirmed$/],
  [
    { state: 'waiting', waiting_until: at(15), state_message: 'Shopify asked for a pause' },
    /^Waiting until 03:00\sPM: Shopify asked for a pause$/,
  ],
  [{ state: 'waiting', waiting_until: at(15, 26) }, /^Waiting until Nov 26, 2026, 03:00\sPM$/],
  [{ state: 'failing', failures: 1 }, /^Its last run failed$/],
  [{ state: 'failing', failures: 3, state_message: 'No answer' }, /^Its last 3 runs failed: No answer$/],
  [{ state: 'reconnect' }, /^Needs a new key$/],
  [{ state: 'paused', paused_by: 'ada' }, /^Paused by ada$/],
])('%j reads %s', (changes, text) => {
  expect(stateText({ ...connection, ...changes }, now)).toMatch(text);
});

test('a preview counts what matches, what is new and what is doubtful', () => {
  expect(countsText({ ...run, is_preview: true, changed: 12, unchanged: 800, created: 40, doubtful: 3 })).toBe(
    '812 match, 40 new, 3 doubtful',
  );
});

test('a run counts what was read, changed, gone and failed', () => {
  expect(countsText({ ...run, read: 1852, created: 40, changed: 12, gone: 2, failed: 1 })).toBe(
    '1,852 read, 40 new, 12 changed, 2 gone, 1 failed',
  );
  expect(countsText(run)).toBe('Nothing read');
});

test('its progress is out of what the source has, where it says so', () => {
  expect(progressText({ read: 1200, expected: 3000 })).toBe('1,200 of 3,000 read');
  expect(progressText({ read: 1200, expected: null })).toBe('1,200 read');
});

test('a run that goes on later says when', () => {
  expect(runStateText({ ...run, status: 'queued', retry_at: at(15) }, now)).toMatch(/^Goes on at 03:00\sPM$/);
  expect(runStateText({ ...run, is_preview: true }, now)).toBe('Done (preview)');
});
