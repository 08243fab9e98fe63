import { useId } from 'react';
import { DownIcon } from '../../icons';
import type { AnyColumn } from '../list-definition';
import { useChosen } from '../page/use-chosen';
import './card-sort.css';

interface CardSortProps {
  columns: readonly AnyColumn[];
  /** A field, with a minus in front for descending. */
  sort: string;
  /** Sorts by a field, or the other way round if the list is sorted by it. */
  onSort: (field: string) => void;
}

/** The counterpart of the column titles of a wide screen, above the cards of a phone: what they are sorted by. */
export default function CardSort({ columns, sort, onSort }: CardSortProps) {
  const id = useId();
  const sortable = columns.filter((column) => column.sort !== undefined);
  const descending = sort.startsWith('-');
  const field = descending ? sort.slice(1) : sort;
  const [shownField, choose] = useChosen(field);
  const direction = descending ? 'descending' : 'ascending';
  if (sortable.length === 0) return null;
  return (
    <>
      <label className="c-visually-hidden" htmlFor={id}>
        Sort by
      </label>
      <select
        id={id}
        className="c-input"
        value={shownField}
        onChange={(event) => {
          choose(event.target.value);
          onSort(event.target.value);
        }}
      >
        {sortable.map((column) => (
          <option key={column.key} value={column.sort}>
            {column.title}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="c-button list-sort__direction"
        aria-label={`Sorted ${direction}: turn about`}
        data-direction={direction}
        onClick={() => onSort(field)}
      >
        <DownIcon />
      </button>
    </>
  );
}
