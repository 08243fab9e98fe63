import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../button';
import { Dialog } from '../dialog';
import { DownIcon, icon } from '../icons';
import type { AnyColumn } from '../list-screen/list-definition';
import { crowdedOut } from '../list-screen/table/window-width';
import { canHide, shownColumns, type Filters } from './shown-columns';

const UpIcon = icon(<path d="m6 15 6-6 6 6" />);

interface ColumnsDialogProps {
  /** All that the list has, as it is declared. */
  columns: readonly AnyColumn[];
  /** Keys of those that are shown, in their order; none: the list's own. */
  chosen: readonly string[];
  /** The list's filters that are set, by their wire names. */
  filters: Filters;
  /** Called with the same. */
  onApply: (chosen: readonly string[]) => void;
  onClose: () => void;
}

/** Which columns the list shows, and in which order; what a row is known by, its box and its menu are always there. */
export function ColumnsDialog({ columns, chosen, filters, onApply, onClose }: ColumnsDialogProps) {
  const all = columns.map(({ key }) => key);
  const shownOf = (keys: readonly string[]) =>
    shownColumns(columns, keys, filters, crowdedOut(columns)).map(({ key }) => key);
  const own = shownOf([]);
  const shownFirst = shownOf(chosen);
  const [open, setOpen] = useState(true);
  const [order, setOrder] = useState([...shownFirst, ...all.filter((key) => !shownFirst.includes(key))]);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set(shownFirst));
  const [said, setSaid] = useState('');
  const moving = useRef<Element | null>(null);
  const of = (key: string) => columns.find((column) => column.key === key);
  const titleOf = (key: string) => of(key)?.title ?? key;

  // The pressed button moves with its column, and would lose the focus on the way.
  useEffect(() => {
    if (moving.current instanceof HTMLElement) moving.current.focus();
    moving.current = null;
  }, [order]);

  const move = (key: string, by: -1 | 1) => {
    const to = order.indexOf(key) + by;
    if (to < 0 || to >= order.length) return;
    moving.current = document.activeElement;
    setOrder(order.filter((other) => other !== key).toSpliced(to, 0, key));
    setSaid(`${titleOf(key)} is now ${to + 1} of ${order.length}`);
  };
  const moveByKeys = (event: KeyboardEvent, key: string) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    move(key, by);
  };
  const toggle = (key: string) => {
    const next = new Set(shown);
    if (!next.delete(key)) next.add(key);
    setShown(next);
  };
  const reset = () => {
    setOrder(all);
    setShown(new Set(own));
    setSaid('The columns of the list are shown, in its order');
  };
  const apply = () => {
    const keys = order.filter((key) => shown.has(key));
    onApply(keys.join() === own.join() ? [] : keys);
    setOpen(false);
  };

  const footer = (
    <>
      <Button className="list-columns__reset" tone="quiet" onClick={reset}>
        Reset
      </Button>
      <Button onClick={() => setOpen(false)}>Cancel</Button>
      <Button tone="primary" onClick={apply}>
        Apply
      </Button>
    </>
  );
  return (
    <Dialog
      title="Columns"
      about="What is hidden stays in details and exports."
      size="small"
      open={open}
      onCloseRequest={() => setOpen(false)}
      onClosed={onClose}
      footer={footer}
    >
      <ol className="c-stack list-columns">
        {order.map((key, at) => {
          const column = of(key);
          const fixed = column !== undefined && !canHide(column);
          const button = (by: -1 | 1, label: string, isEnd: boolean) => (
            <button
              type="button"
              className="list-columns__move"
              aria-label={`Move ${titleOf(key)} ${label}`}
              // Not disabled: it would lose the focus at the end of the way.
              aria-disabled={isEnd}
              onClick={() => move(key, by)}
            >
              {by < 0 ? <UpIcon /> : <DownIcon />}
            </button>
          );
          return (
            <li key={key} onKeyDown={(event) => moveByKeys(event, key)}>
              <label>
                <input type="checkbox" checked={shown.has(key)} disabled={fixed} onChange={() => toggle(key)} />
                {titleOf(key)}
                {fixed && <span className="list-columns__note">always shown</span>}
                {column?.wide && <span className="list-columns__note">of wide windows</span>}
                {column?.acrossCompanies && <span className="list-columns__note">of all companies</span>}
              </label>
              {button(-1, 'up', at === 0)}
              {button(1, 'down', at === order.length - 1)}
            </li>
          );
        })}
      </ol>
      <p className="c-visually-hidden" role="status">
        {said}
      </p>
    </Dialog>
  );
}
