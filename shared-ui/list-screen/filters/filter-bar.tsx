import { brokenRule } from 'contract/rules';
import type { ResourceType } from 'contract/tags';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../button';
import { useCommands } from '../../commands/registry';
import { CompanySelect } from '../../companies';
import { FilterIcon } from '../../icons';
import { TagPicker } from '../../tag-picker/tag-picker';
import type { AnyFilter } from '../list-definition';
import { partsOf, type FilterValue } from '../page/list-state';
import { isPhone } from '../table/window-width';
import './filter-bar.css';

/** Milliseconds between the last key and the query (specification 1 §9). */
const FILTER_DEBOUNCE = 500;

interface FilterBarProps {
  /** How often all were cleared, here or elsewhere: what was typed and not applied yet goes with them. */
  clearings: number;
  filters: readonly AnyFilter[];
  /** Whose tags are suggested. */
  tagsOf: ResourceType | undefined;
  values: Readonly<Record<string, FilterValue>>;
  /** The keys of filters that are not cleared, and so do not count as active. */
  pinned: readonly string[];
  /** Of which company the tags are; null: of all in reach. */
  companyId: number | null;
  /** A view is open, whose name says most of it. */
  folds?: boolean;
  onFilter: (key: string, value: FilterValue) => void;
  onClear: () => void;
}

/**
 * The filters of a list: one row of those that are used most, and behind 'More filters' the others. On a phone, in a view
 * and where the rows are scrolled (`data-scrolled`, by the frame) all fold away behind one button. What is set is always
 * seen, folded or not.
 */
export function FilterBar(props: FilterBarProps) {
  const { clearings, filters, tagsOf, values, pinned, companyId, folds, onFilter, onClear } = props;
  const [unfolded, setUnfolded] = useState(false);
  const [more, setMore] = useState(false);
  const id = useId();
  const bar = useRef<HTMLDivElement>(null);
  const toFirst = () => {
    // They may be folded away.
    flushSync(() => setUnfolded(true));
    bar.current?.querySelector<HTMLElement>('.list-filters__fields :is(input, select)')?.focus();
  };
  useCommands(() => [{ id: 'filters', key: '/', run: toFirst }]);
  const set = Object.keys(values).filter((key) => !pinned.includes(key) && partsOf(values[key]).length > 0);
  // A field that is emptied stays where it is until the fold is used: it must not go from under the fingers.
  const [seen, setSeen] = useState<readonly string[]>(set);
  const unseen = set.filter((key) => !seen.includes(key));
  if (unseen.length > 0) setSeen([...seen, ...unseen]);

  const field = (filter: AnyFilter) => {
    const isPinned = pinned.includes(filter.key);
    return (
      <div
        className="list-filters__field"
        key={filter.key}
        data-stays={isPinned || set.includes(filter.key) || (seen.includes(filter.key) && 'emptied')}
      >
        <Field
          key={clearings}
          filter={filter}
          tagsOf={tagsOf}
          companyId={companyId}
          isPinned={isPinned}
          onFilter={onFilter}
          value={partsOf(values[filter.key])}
        />
      </div>
    );
  };
  const others = filters.filter(({ isMain }) => !isMain);
  // Most lists are left without a look behind the fold; once it was opened, what was typed there is kept.
  const [opened, setOpened] = useState(false);
  if (!opened && (more || unfolded)) setOpened(true);
  const setBehind = others.filter(({ key }) => set.includes(key)).length;
  const counted = (label: string, count: number) => (count > 0 ? `${label} (${count})` : label);
  return (
    <div ref={bar} role="search" className="list-filters" data-unfolded={unfolded} data-more={more} data-folds={folds}>
      <Button
        className="list-filters__fold"
        icon={<FilterIcon />}
        aria-expanded={unfolded}
        aria-controls={id}
        onClick={() => {
          setSeen(set);
          if (isPhone()) setUnfolded(!unfolded);
          // The button is no longer needed, and goes.
          else toFirst();
        }}
      >
        {counted('Filters', set.length)}
      </Button>
      <div className="list-filters__row" id={id}>
        <div className="list-filters__fields">{filters.filter(({ isMain }) => isMain).map(field)}</div>
        <div className="list-filters__buttons">
          {others.length > 0 && (
            <Button
              className="list-filters__more"
              icon={<FilterIcon />}
              aria-expanded={more}
              aria-controls={`${id}-more`}
              onClick={() => {
                setMore(!more);
                setSeen(set);
              }}
            >
              {counted('More filters', setBehind)}
            </Button>
          )}
          {set.length > 0 && (
            <Button tone="quiet" className="list-filters__clear" onClick={onClear}>
              Clear Filters
            </Button>
          )}
        </div>
        {others.length > 0 && (
          <div className="list-filters__fields list-filters__fields--more" id={`${id}-more`}>
            {others.filter(({ key }) => opened || pinned.includes(key) || seen.includes(key)).map(field)}
          </div>
        )}
      </div>
    </div>
  );
}

const isAlike = ({ value, ...one }: FieldProps, { value: newer, ...other }: FieldProps) =>
  value.join('\n') === newer.join('\n') &&
  Object.entries(one).every(([name, prop]) => other[name as keyof typeof other] === prop);

/** A filter's field. It renders again where its value changes, not with every page of the list. */
const Field = memo(function Field(props: FieldProps) {
  const OfType = FIELDS[props.filter.type];
  return <OfType {...props} />;
}, isAlike);

interface FieldProps extends Pick<FilterBarProps, 'tagsOf' | 'companyId' | 'onFilter'> {
  filter: AnyFilter;
  /** Its values, one by one. */
  value: readonly string[];
  /** It is not cleared, nor folded away: the list shows nothing without it. */
  isPinned: boolean;
}

function CompanyField({ filter, value: [value], isPinned, onFilter }: FieldProps) {
  const id = useId();
  return (
    <>
      <label className="c-label" htmlFor={id}>
        {filter.label}
      </label>
      <CompanySelect
        id={id}
        value={value ? Number(value) : null}
        // A list that shows nothing without a company wants one; any other is of all of them.
        placeholder={isPinned ? undefined : 'All companies'}
        onChange={(companyId) => onFilter(filter.key, companyId === null ? '' : String(companyId))}
      />
    </>
  );
}

function ChoiceField({ filter, value: [value = ''], onFilter }: FieldProps) {
  const id = useId();
  return (
    <>
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
    </>
  );
}

function TagField({ filter, value, tagsOf, companyId, onFilter }: FieldProps) {
  const id = useId();
  const several = filter.type === 'tags';
  return (
    <>
      <label className="c-label" htmlFor={id}>
        {filter.label}
      </label>
      {tagsOf && (
        <TagPicker
          id={id}
          placeholder="Any"
          max={several ? undefined : 1}
          scope={{ resourceType: tagsOf, companyId: companyId ?? undefined }}
          value={value}
          onChange={(names) => onFilter(filter.key, several ? names : (names[0] ?? ''))}
        />
      )}
    </>
  );
}

/**
 * Shows every key at once and filters when the typing has paused. What arrives from outside (Clear Filters, Back)
 * replaces the text; what this field itself applied does not, for the person may have typed on. What is no number or no
 * date, or breaks the contract's rule for it, is said and not applied.
 */
function TextField({ filter, value: [value = ''], onFilter }: FieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [complaint, setComplaint] = useState<string | null>(null);
  const applied = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const apply = (typed: string) => {
    clearTimeout(timer.current);
    const broken = filter.type === 'text' ? null : brokenRule(filter.schema, false, typed.trim());
    setComplaint(broken);
    if (broken !== null) return;
    applied.current = typed.trim();
    onFilter(filter.key, applied.current);
  };

  useEffect(() => {
    if (value === applied.current) return;
    clearTimeout(timer.current);
    applied.current = value;
    setText(value);
    setComplaint(null);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <>
      <label className="c-label" htmlFor={id}>
        {filter.label}
      </label>
      <input
        id={id}
        className={filter.key === 'search' ? 'c-input list-filters__search' : 'c-input'}
        placeholder="Any"
        type={filter.type === 'date' ? 'date' : 'search'}
        inputMode={filter.type === 'number' ? 'decimal' : undefined}
        aria-invalid={complaint === null ? undefined : true}
        aria-describedby={complaint === null ? undefined : `${id}-complaint`}
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
      {complaint !== null && (
        <p id={`${id}-complaint`} className="list-filters__complaint">
          {complaint}
        </p>
      )}
    </>
  );
}

const FIELDS = {
  text: TextField,
  number: TextField,
  date: TextField,
  choice: ChoiceField,
  company: CompanyField,
  tags: TagField,
  tag: TagField,
};
