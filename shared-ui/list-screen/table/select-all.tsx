import type { AnyRow } from '../list-definition';

interface SelectAllProps {
  /** Of this page; undefined until the first response. */
  rows: readonly AnyRow[] | undefined;
  selection: ReadonlySet<number>;
  onToggleAll: () => void;
}

/** The box of all rows of the page: above a table's boxes; of cards, in the list's foot. */
export function SelectAll({ rows = [], selection, onToggleAll }: SelectAllProps) {
  const selected = rows.filter(({ id }) => selection.has(id)).length;
  const all = rows.length > 0 && selected === rows.length;
  return (
    <input
      type="checkbox"
      aria-label="Select all rows on this page"
      checked={all}
      disabled={rows.length === 0}
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && !all;
      }}
      onChange={onToggleAll}
    />
  );
}
