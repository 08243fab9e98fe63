import { localChoice, sessionChoice } from './browser-storage';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const refuse = (name: 'localStorage' | 'sessionStorage') =>
  jest.spyOn(window, name, 'get').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError');
  });

test('a choice is kept under its own name in the storage that its word says', () => {
  sessionChoice('agent_chat_tab_id').write('tab-1');
  localChoice('theme').write('dark');
  expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-1');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect([sessionChoice('agent_chat_tab_id').read(), localChoice('theme').read()]).toEqual(['tab-1', 'dark']);
});

test('null forgets a choice', () => {
  const theme = localChoice('theme');
  theme.write('dark');
  theme.write(null);
  expect([theme.read(), localStorage.length]).toEqual([null, 0]);
});

test('a browser that refuses storage keeps the choice as long as the page', () => {
  refuse('localStorage');
  const theme = localChoice('theme');
  theme.write('dark');
  expect(theme.read()).toBe('dark');
  theme.write(null);
  expect(theme.read()).toBeNull();
});

test('a full storage does not bring back what was there before', () => {
  const theme = localChoice('theme');
  theme.write('dark');
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  theme.write('light');
  expect(theme.read()).toBe('light');
  full.mockRestore();
  theme.write('dark');
  expect([theme.read(), localStorage.getItem('theme')]).toEqual(['dark', 'dark']);
});

test('the token store is out of reach of a choice', () => {
  // @ts-expect-error: a token's key is no name of a choice
  localChoice('access_token');
});
