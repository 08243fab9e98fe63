/** Letters that are typed while a dialog is on its way (`useDialog` of shared-ui): they are for its first field. */

/** Kinds of fields that hold any text. */
const TEXT = /^(text|search|url|tel|password|textarea)$/;

const page = document.documentElement.dataset;
let text = '';

const isField = (element: EventTarget | null): element is HTMLInputElement =>
  element instanceof HTMLElement &&
  element.closest('[role="dialog"]') !== null &&
  TEXT.test((element as HTMLInputElement).type);

/** Whether a letter was typed while a dialog was on its way, which may have come before this was loaded. */
export const isTypedAhead = ({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent): boolean =>
  key.length === 1 &&
  !metaKey &&
  // AltGr is both of them, and what Option makes is no plain letter.
  (ctrlKey ? altKey : !altKey || /\W/.test(key)) &&
  (page.opening !== undefined || (target !== document.activeElement && isField(document.activeElement)));

/** Keeps such a letter until the field has the focus, and puts it there. */
export function keepTyped(pressed: KeyboardEvent): void {
  // A space would press the button that has asked for the dialog once more.
  pressed.preventDefault();
  if (text === '') {
    document.addEventListener('focusin', onFocus);
    requestAnimationFrame(lookAgain);
  }
  text += pressed.key;
}

const onFocus = ({ target }: FocusEvent) => putInto(target);

function lookAgain() {
  putInto(document.activeElement);
  // A dialog without a field, or one that did not come, needs none of it.
  if (page.opening === undefined) end();
  else if (text !== '') requestAnimationFrame(lookAgain);
}

/** Before all that is typed there from now on, at once: React takes but one change of a field at a time. */
function putInto(field: EventTarget | null) {
  if (text === '' || !isField(field)) return;
  field.setRangeText(text, 0, 0, field.value === '' ? 'end' : 'preserve');
  end();
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function end() {
  document.removeEventListener('focusin', onFocus);
  text = '';
}
