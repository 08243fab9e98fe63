/** The whole of a row's cut text, for those who have no pointer to rest on it: beside the row, while the keyboard is in it. */
import './cut-text.css';

const GAP = 4;

/** The text of an element's title that its box does not show. */
const isCut = (element: HTMLElement): boolean =>
  element.scrollWidth > element.clientWidth ||
  element.scrollHeight > element.clientHeight + 2 ||
  element.title.length > element.innerText.length + 1;

/** The texts that a row cuts, by the title of their column. */
function cutIn(row: HTMLTableRowElement): Map<string, string[]> {
  const titles = row.closest('table')?.tHead?.rows[0]?.cells;
  const cut = new Map<string, string[]>();
  for (const cell of row.cells) {
    const texts = [cell, ...cell.querySelectorAll<HTMLElement>('[title]')]
      // A button that only says what it does cuts nothing; a name that is one may.
      .filter((part) => part.title !== '' && !part.hasAttribute('aria-label') && isCut(part))
      .map((part) => part.title);
    if (texts.length > 0) cut.set(titles?.[cell.cellIndex]?.innerText ?? '', [...new Set(texts)]);
  }
  return cut;
}

let shown: { row: Element; end: () => void } | undefined;

/**
 * Shows what the row of a focused element cuts, until the keyboard leaves it, the row moves or Escape is pressed. Screen
 * readers are told the same by the titles.
 */
export function showCut(focused: Element): void {
  const row = focused.closest<HTMLTableRowElement>('tbody > tr');
  if (!row || shown?.row === row) return;
  shown?.end();
  const cut = cutIn(row);
  if (cut.size === 0) return;

  const box = document.createElement('div');
  box.className = 'list-cut';
  box.setAttribute('aria-hidden', 'true');
  for (const [title, texts] of cut) {
    const line = document.createElement('p');
    const name = document.createElement('b');
    name.textContent = title;
    line.append(name, ` ${texts.join(', ')}`);
    box.append(line);
  }
  document.body.append(box);
  const { left, top, bottom } = row.getBoundingClientRect();
  const below = bottom + GAP + box.offsetHeight < document.documentElement.clientHeight;
  box.style.left = `${Math.max(left, 0) + 40}px`;
  box.style.top = `${below ? bottom + GAP : top - GAP - box.offsetHeight}px`;

  const ended = new AbortController();
  const until = { signal: ended.signal, capture: true, passive: true };
  const end = () => {
    ended.abort();
    box.remove();
    shown = undefined;
  };
  document.addEventListener('focusin', ({ target }) => target instanceof Node && !row.contains(target) && end(), until);
  document.addEventListener('focusout', ({ relatedTarget }) => relatedTarget === null && end(), until);
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), until);
  for (const event of ['scroll', 'pointerdown', 'resize']) window.addEventListener(event, end, until);
  shown = { row, end };
}
