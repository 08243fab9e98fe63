import { useLayoutEffect, type FocusEvent, type ReactNode, type RefObject } from 'react';
import './table/list-edges.css';
import './list-frame.css';
import './table/list-head.css';
import { isPhone } from './table/window-width';

/** Below so many px the rows have no frame of their own to scroll in: the page scrolls in its place. */
const LEAST_ROOM = 320;
/** So much more brings the frame back, lest the page's own scroll bar, which comes and goes with it, turn it about. */
const ENOUGH_ROOM = LEAST_ROOM + 40;
/** From so many px of scrolled rows on the filters fold away, where that leaves enough to scroll. */
const SCROLLED = 64;
/** Below the card. */
const MARGIN = 24;

interface ListFrameProps {
  keeper: RefObject<HTMLDivElement | null>;
  title: string;
  /** Nothing in it takes the focus, and so it does. */
  empty: boolean;
  /** Rows are there, and others are on their way. */
  reloading: boolean;
  children: ReactNode;
}

/**
 * The scroll container of the rows: this frame, which has the rest of the window, or the page where less than 320 px are left and
 * on phones, never both. Where the rows are wider than the frame, its edges say to which side there is more.
 */
export function ListFrame({ keeper, title, empty, reloading, children }: ListFrameProps) {
  useLayoutEffect(() => watchRoom(keeper.current), [keeper]);
  return (
    <div
      className="c-frame list-frame"
      ref={keeper}
      tabIndex={empty ? 0 : -1}
      role="region"
      aria-label={title}
      data-reloading={reloading}
      // The marks of most lists are here from the start: a mark that is set later has every row styled once more.
      data-wide={false}
      data-before={false}
      data-after={false}
      onFocus={showWhatIsCut}
    >
      {children}
    </div>
  );
}

/** Text that a row cuts: a pointer finds it in the titles, the keyboard is shown it. */
function showWhatIsCut({ target }: FocusEvent) {
  if (!target.matches('tbody :focus-visible')) return;
  // Without it, there is the record's own dialog.
  void import('./table/cut-text').then(({ showCut }) => showCut(target)).catch(() => undefined);
}

/** Says something of an element for the styles; what is said already costs nothing. */
function mark(element: HTMLElement, name: string, value: string | boolean) {
  if (element.dataset[name] !== String(value)) element.dataset[name] = String(value);
}

/** Marks the frame and its list for the styles, after what the browser has laid out anyway. Returns what ends it. */
function watchRoom(frame: HTMLElement | null) {
  const list = frame?.closest<HTMLElement>('.list-screen');
  const place = frame?.closest<HTMLElement>('.list-place');
  const foot = place?.querySelector<HTMLElement>('.list-foot');
  const filters = list?.querySelector<HTMLElement>('.list-filters');
  // Where there is nothing to lay out, as in a test's document, there is nothing to mark.
  if (!frame || !list || !place || !foot || !filters || typeof ResizeObserver === 'undefined') return undefined;
  let height = 0;

  const markEdges = () => {
    const beyond = frame.scrollWidth - frame.clientWidth;
    mark(frame, 'wide', beyond > 1);
    mark(frame, 'before', frame.scrollLeft > 1);
    mark(frame, 'after', beyond - frame.scrollLeft > 1);
  };
  const markScrolled = () => {
    markEdges();
    const { scrollTop, scrollHeight, clientHeight } = frame;
    const isFar = scrollTop > SCROLLED && scrollHeight - clientHeight > 3 * SCROLLED;
    const isUsed = filters.contains(document.activeElement);
    if (isFar ? !isUsed : scrollTop < 1) mark(filters, 'scrolled', isFar);
  };
  const say = (element: HTMLElement, property: string, height: number) => {
    const said = `${height}px`;
    if (element.style.getPropertyValue(property) !== said) element.style.setProperty(property, said);
  };
  const markRoom = () => {
    const top = place.getBoundingClientRect().top + window.scrollY;
    const room = document.documentElement.clientHeight - top - MARGIN;
    const least = list.dataset.scrolls === 'page' ? ENOUGH_ROOM : LEAST_ROOM;
    const scrolls = isPhone() || room < least ? 'page' : 'frame';
    mark(list, 'scrolls', scrolls);
    // Only where the page scrolls do the styles ask for them; a height that is said has every row styled once more.
    if (scrolls === 'frame') return;
    say(list, '--list-foot', foot.offsetHeight);
    say(frame, '--list-height', frame.offsetHeight);
  };
  const keepFocusInView = () => {
    const focused = document.activeElement;
    if (frame.clientHeight < height && focused !== frame && frame.contains(focused))
      focused?.scrollIntoView({ block: 'nearest' });
    height = frame.clientHeight;
  };

  const observer = new ResizeObserver(() => {
    markEdges();
    markRoom();
    keepFocusInView();
  });
  for (const part of [list, frame, foot, frame.querySelector('.list-table')]) if (part) observer.observe(part);
  frame.addEventListener('scroll', markScrolled, { passive: true });
  window.addEventListener('resize', markRoom);
  return () => {
    observer.disconnect();
    mark(filters, 'scrolled', false);
    frame.removeEventListener('scroll', markScrolled);
    window.removeEventListener('resize', markRoom);
  };
}
