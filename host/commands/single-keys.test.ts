import { isPaletteKey } from './pressed';
import { singleKeyOf } from './single-keys';

afterEach(() => document.body.replaceChildren());

/** The command key that a press on an element of this markup is. */
const pressedIn = (markup: string, pressed: KeyboardEventInit = { key: 'n' }, selector = '#here') => {
  document.body.innerHTML = markup;
  let key: string | null = null;
  document.body.onkeydown = (event) => (key = singleKeyOf(event));
  const event = new KeyboardEvent('keydown', { bubbles: true, ...pressed });
  document.querySelector(selector)?.dispatchEvent(event);
  return key;
};

test.each([
  '<button id="here"></button>',
  '<table><tr id="here" tabindex="0"></table>',
  '<input id="here" type="checkbox">',
])('a key pressed on %s is a single key', (markup) => expect(pressedIn(markup)).toBe('n'));

test.each([
  '<input id="here">',
  '<input id="here" type="search">',
  '<textarea id="here"></textarea>',
  '<select id="here"></select>',
  '<div contenteditable><p id="here"></p></div>',
])('a key typed into %s is none', (markup) => expect(pressedIn(markup)).toBeNull());

test.each(['ctrlKey', 'altKey', 'metaKey', 'isComposing'])('a key with %s is none', (held) =>
  expect(pressedIn('<p id="here"></p>', { key: 'n', [held]: true })).toBeNull(),
);

test.each([
  '<div role="dialog"></div>',
  '<dialog open></dialog>',
  '<div role="menu"></div>',
  '<div class="menu-backdrop"></div>',
])('a key pressed while %s is open is none', (markup) => expect(pressedIn(`<p id="here"></p>${markup}`)).toBeNull());

test('a dialog that is fading away no longer holds the keys', () =>
  expect(pressedIn('<p id="here"></p><div role="dialog" class="dialog-panel-leave"></div>')).toBe('n'));

test.each([
  [{ key: 'N' }, 'n'],
  [{ key: 'X', shiftKey: true }, 'Shift+X'],
  [{ key: 'x', shiftKey: true }, 'Shift+X'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: '/', shiftKey: true }, '/'],
  [{ key: 'Enter' }, null],
  [{ key: 'Tab' }, null],
] as const)('%j is %s', (pressed, key) => expect(pressedIn('<p id="here"></p>', pressed)).toBe(key));

test.each<[KeyboardEventInit, boolean]>([
  [{ key: 'k', ctrlKey: true }, true],
  [{ key: 'K', metaKey: true }, true],
  [{ key: 'k' }, false],
  [{ key: 'k', ctrlKey: true, shiftKey: true }, false],
  [{ key: 'k', ctrlKey: true, altKey: true }, false],
  [{ key: 'j', ctrlKey: true }, false],
])('%j opens the palette: %s', (pressed, opens) =>
  expect(isPaletteKey(new KeyboardEvent('keydown', pressed))).toBe(opens),
);
