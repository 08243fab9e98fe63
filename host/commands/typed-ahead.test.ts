import { isTypedAhead } from './typed-ahead';

const press = (key: string, keys: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key, ...keys });
beforeEach(() => (document.documentElement.dataset.opening = ''));
afterEach(() => delete document.documentElement.dataset.opening);

test.each([
  ['a letter', press('a')],
  ['a capital', press('A', { shiftKey: true })],
  ['with AltGr', press('@', { ctrlKey: true, altKey: true })],
  ['a letter with AltGr', press('ł', { ctrlKey: true, altKey: true })],
  ['with Option', press('ø', { altKey: true })],
])('while a dialog is on its way, %s is meant for its first field', (_, pressed) => {
  expect(isTypedAhead(pressed)).toBe(true);
});

test.each([
  ['Enter', press('Enter')],
  ['Ctrl and a letter', press('k', { ctrlKey: true })],
  ['Command and a letter', press('k', { metaKey: true })],
  ['Alt and a letter', press('f', { altKey: true })],
])('%s is not', (_, pressed) => {
  expect(isTypedAhead(pressed)).toBe(false);
});

test('without a dialog that is on its way nothing is', () => {
  delete document.documentElement.dataset.opening;
  expect(isTypedAhead(press('a'))).toBe(false);
});
