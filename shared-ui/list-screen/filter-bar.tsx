import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button';
import { CompanySelect } from '../companies';
import { FilterIcon } from '../icons';
import type { AnyFilter } from './list-definition';

/** Milliseconds between the last key and the query (specification 1 §9). */
const FILTER_DEBOUNCE = 500;

interface FilterBarProps {
  filters: readonly AnyFilter[];
  values: Readonly<Record<string, string>>;
  /** The keys of filters that are not cleared, and so do not count as active. */
  lasting: readonly string[];
  onFilter: (key: string, value: string) => void;
  onClear: () => void;
}

/** The filters of a list; on a narrow screen they fold away behind one button. */
export function FilterBar({ filters, values, lasting, onFilter, onClear }: FilterBarProps) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const active = Object.keys(values).filter((key) => !lasting.includes(key)).length;
  return (
    <div role="search" className="list-filters" data-unfolded={unfolded}>
      <Button
        className="list-filters__fold"
        icon={<FilterIcon />}
        aria-expanded={unfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!unfolded)}
      >
        {active > 0 ? `Filters (${active})` : 'Filters'}
      </Button>
      <div className="list-filters__fields" id={id}>
        {filters.map((filter) => {
          const Field = FIELDS[filter.type];
          return <Field key={filter.key} filter={filter} value={values[filter.key] ?? ''} onFilter={onFilter} />;
        })}
        {active > 0 && (
          <Button tone="quiet" className="list-filters__clear" onClick={onClear}>
            Clear Filters
          </Button>
        )}
      </div>
    </div>
  );
}

interface FieldProps {
  filter: AnyFilter;
  value: string;
  onFilter: (key: string, value: string) => void;
}

function CompanyField({ filter, value, onFilter }: FieldProps) {
  const id = useId();
  return (
    <div className="list-filters__field">
      <label className="c-label" htmlFor={id}>
        {filter.label}
      </label>
      <CompanySelect
        id={id}
        value={value ? Number(value) : null}
        onChange={(companyId) => onFilter(filter.key, companyId === null ? '' : String(companyId))}
      />
    </div>
  );
}

function ChoiceField({ filter, value, onFilter }: FieldProps) {
  const id = useId();
  return (
    <div className="list-filters__field">
      <label className="c-label" htmlFor={id}>
        {filter.label}
      </label>
      <select id={id} className="c-input" value={value} onChange={(event) => onFilter(filter.key, event.target.value)}>
        <option value="">All</option>
        {filter.options?.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * Shows every key at once and filters when the typing has paused. What arrives from outside (Clear Filters, Back)
 * replaces the text; what this field itself applied does not, for the person may have typed on.
 */
function TextField({ filter, value, onFilter }: FieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const applied = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const apply = (typed: string) => {
    clearTimeout(timer.current);
    applied.current = typed.trim();
    onFilter(filter.key, applied.current);
  };

  useEffect(() => {
    if (value === applied.current) return;
    clearTimeout(timer.current);
    applied.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <div className="list-filters__field">
      <label className="c-label" htmlFor={id}>
        {filter.label}
      </label>
      <input
        id={id}
        className="c-input"
        type="search"
        autoComplete="off"
        maxLength={1000}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => apply(target.value), FILTER_DEBOUNCE);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(text);
        }}
      />
    </div>
  );
}

const FIELDS = { text: TextField, choice: ChoiceField, company: CompanyField };
