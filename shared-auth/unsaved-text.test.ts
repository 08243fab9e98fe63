import { endSession } from './session-end';
import { keepUnsavedOf, takeClosedForm, unsavedText } from './unsaved-text';

const DAY = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-01-01T12:00:00.000Z');
let now = start;
const clock = () => now;
const text = (name = 'edit 7', address = '/knowledge') => unsavedText(address, name, clock);
const kept = (...of: Parameters<typeof text>) => text(...of).read()?.text ?? null;

beforeEach(() => {
  now = start;
  keepUnsavedOf('1', now);
});
afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

test('text is kept by person, page and form, with its time', () => {
  text().write('My words');
  expect(text().read()).toEqual({ text: 'My words', at: '2026-01-01T12:00:00.000Z' });
  expect([kept('edit 8'), kept('edit 7', '/agents')]).toEqual([null, null]);
  keepUnsavedOf('2', now);
  expect(kept()).toBeNull();
  keepUnsavedOf('1', now);
  expect(kept()).toBe('My words');
  text().write(null);
  expect([kept(), localStorage.length]).toEqual([null, 0]);
});

test('it is offered for 7 days, and what is older goes when somebody signs in (KEEP-04)', () => {
  text().write('Old');
  now += 7 * DAY - 1;
  expect(kept()).toBe('Old');
  now += 1;
  expect(kept()).toBeNull();
  keepUnsavedOf('2', now + 1);
  expect(localStorage.length).toBe(0);
});

test('at most 1 MB is kept in all, of which the oldest goes first', () => {
  for (const name of ['a', 'b', 'c']) {
    now += 1000;
    text(name).write(name.repeat(300_000));
  }
  now += 1000;
  text('a').write('a'.repeat(300_000));
  now += 1000;
  text('d').write('\u00e9'.repeat(100_000));
  expect(['a', 'b', 'c', 'd'].map((name) => kept(name)?.length)).toEqual([300_000, undefined, 300_000, 100_000]);
  // A text too large alone costs nothing else its place.
  text('d').write('\u00e9'.repeat(600_000));
  expect(['a', 'c', 'd'].map((name) => kept(name)?.length)).toEqual([300_000, 300_000, 100_000]);
});

test('a browser that stores nothing, or is full, keeps it as long as the page, without a word', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  text().write('Full');
  expect([kept(), localStorage.length]).toEqual(['Full', 0]);
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError');
  });
  text().write('Blocked');
  expect(kept()).toBe('Blocked');
  // A logout finds it there, too.
  endSession(null);
  keepUnsavedOf('1', now);
  expect(kept()).toBeNull();
});

test.each([null, 'signed-out-elsewhere'] as const)(
  'a logout (%s) forgets the person\u2019s, and what comes late (KEEP-03)',
  (end) => {
    keepUnsavedOf('2', now);
    text().write('Theirs');
    keepUnsavedOf('1', now);
    const open = text();
    open.write('Mine');
    endSession(end);
    open.write('Late');
    open.leave();
    expect(takeClosedForm('/knowledge')).toBeNull();
    keepUnsavedOf('1', now);
    expect(kept()).toBeNull();
    keepUnsavedOf('2', now);
    expect(kept()).toBe('Theirs');
  },
);

test.each([
  [null, ['list:1:knowledge', 'company:1', 'recent:1', 'last_groups', 'last_remotes', 'added_screens']],
  [
    'signed-out-elsewhere',
    ['list:1:knowledge', 'company:1', 'recent:1', 'last_groups', 'last_remotes', 'added_screens'],
  ],
  ['expired', []],
  ['unavailable', []],
  ['signed-in-elsewhere', []],
] as const)('the end of a session (%s) leaves of a person’s own what outlives it (KEEP-05)', (end, gone) => {
  const keys = [
    'list:1:knowledge',
    'company:1',
    'recent:1',
    'last_groups',
    'last_remotes',
    'added_screens',
    'theme',
    'single-keys:1',
    'list:12:knowledge',
    'company:12',
    'recent:2',
  ];
  for (const key of keys) localStorage.setItem(key, 'x');
  endSession(end);
  expect(Object.keys(localStorage).sort()).toEqual(
    keys.filter((key) => !(gone as readonly string[]).includes(key)).sort(),
  );
});

test('a logout in a tab that knows of nobody forgets everybody\u2019s; one elsewhere does not', () => {
  text().write('Mine');
  endSession('expired');
  endSession('signed-out-elsewhere');
  expect(localStorage.length).toBe(1);
  endSession(null);
  expect(localStorage.length).toBe(0);
});

test.each(['expired', 'signed-in-elsewhere'] as const)(
  'a session that ends otherwise (%s) leaves the text, and tells once which form it took',
  (end) => {
    const open = text();
    open.leave();
    expect(takeClosedForm('/knowledge')).toBeNull();
    endSession(end);
    open.write('Mine');
    const taken = (address = '/knowledge', by = '1') => {
      keepUnsavedOf(by, now);
      return takeClosedForm(address);
    };
    open.leave();
    expect([taken(), taken()]).toEqual(['edit 7', null]);
    open.leave();
    expect([taken('/elsewhere'), taken()]).toEqual([null, null]);
    open.leave();
    expect([taken('/knowledge', '2'), taken()]).toEqual([null, null]);
    expect(kept()).toBe('Mine');
  },
);

test('where nobody is signed in nothing is kept', () => {
  endSession('expired');
  text().write('Whose');
  expect([kept(), localStorage.length]).toEqual([null, 0]);
});
