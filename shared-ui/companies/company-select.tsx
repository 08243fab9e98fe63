import { useId, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { serverMessage } from 'shared-auth';
import { Button } from '../button';
import { useSettled } from '../use-settled';
import { useGetCompanyOptionQuery, useSearchCompanyOptionsQuery, type CompanyOption } from './company-options.api';
import './company-select.css';

export interface CompanySelectProps {
  /** The chosen company's id, or null. */
  value: number | null;
  onChange(id: number | null): void;
  /** The id of the input, for a label's `htmlFor`; without a label, give `label`. */
  id?: string;
  label?: string;
  disabled?: boolean;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
}

const SEARCH_DEBOUNCE = 300;

/**
 * Chooses one company by typing a part of its name or slug. It asks the server, so every company is reachable however
 * many there are, and the chosen one has its name though no search has found it. Without an answer it reads 'Failed to
 * load companies' (specification 1 §8) and offers another try.
 */
export function CompanySelect(props: CompanySelectProps) {
  const { value, onChange, id, label, disabled, ...aria } = props;
  const listId = useId();
  /** What is typed; null while the list is closed and the input shows the chosen company. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const open = typed !== null;
  const chosen = useGetCompanyOptionQuery(value ?? 0, { skip: value === null });
  const search = useSettled(typed?.trim() ?? '', SEARCH_DEBOUNCE);
  const found = useSearchCompanyOptionsQuery(search, { skip: !open });
  // While a newer search is under way the last one's companies stay, so that the list does not flicker.
  const options = found.data?.items ?? [];
  const more = (found.data?.total ?? 0) - options.length;
  const isOfWhatIsTyped = search === typed?.trim() && found.currentData !== undefined;
  const chosenName = value === null ? '' : (chosen.currentData?.name ?? (chosen.isError ? `Company ${value}` : '…'));
  const optionId = (index: number) => `${listId}-${index}`;

  const openList = () => {
    if (open || disabled) return;
    setTyped('');
    setActive(0);
  };
  const close = () => setTyped(null);
  const choose = (option: CompanyOption | undefined) => {
    if (!option) return;
    onChange(option.id);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!open) openList();
      else if (options.length) setActive((active + step + options.length) % options.length);
    } else if (event.key === 'Enter' && open) {
      // Inside a form, Enter chooses; it does not save. It never chooses what an earlier letter had found.
      event.preventDefault();
      if (isOfWhatIsTyped && !event.nativeEvent.isComposing) choose(options[active]);
    } else if (event.key === 'Escape' && open) {
      // Inside a dialog, the first Escape closes the list alone.
      event.stopPropagation();
      close();
    }
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };

  return (
    <div className="company-select" onBlur={onBlur}>
      <input
        {...aria}
        id={id}
        className="c-input"
        role="combobox"
        autoComplete="off"
        aria-label={label}
        aria-expanded={open}
        aria-autocomplete="list"
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && options.length ? optionId(active) : undefined}
        placeholder={chosenName || 'Select a company'}
        disabled={disabled}
        value={typed ?? chosenName}
        onClick={openList}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
      />
      {value !== null && !open && !disabled && (
        <button
          type="button"
          className="company-select__clear"
          aria-label="Clear company"
          onClick={() => onChange(null)}
        >
          ×
        </button>
      )}
      {open && (
        <div className="company-select__popup">
          <ul id={listId} role="listbox" aria-label={label ?? 'Companies'}>
            {options.map((option, index) => (
              <li
                key={option.id}
                id={optionId(index)}
                role="option"
                aria-selected={option.id === value}
                className={index === active ? 'company-select__active' : undefined}
                // Keeps the focus in the input, whose blur would close the list before the click arrives.
                onMouseDown={(event) => event.preventDefault()}
                onMouseEnter={() => setActive(index)}
                onClick={() => choose(option)}
              >
                {option.name}
              </li>
            ))}
          </ul>
          <div role="status">
            {found.isError && !found.isFetching ? (
              <div className="company-select__failure">
                {serverMessage(found.error, 'Failed to load companies')}
                <Button onClick={() => void found.refetch()}>Retry</Button>
              </div>
            ) : !found.data ? (
              <p>Loading...</p>
            ) : options.length === 0 ? (
              <p>No companies found</p>
            ) : (
              more > 0 && <p>{more} more: type to find them</p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
