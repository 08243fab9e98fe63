import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { serverMessage } from 'shared-auth';
import { OptionList, type OptionListNote } from '../option-list/option-list';
import { useOptionList } from '../option-list/use-option-list';
import { useSettled } from '../use-settled';
import { useGetCompanyOptionQuery, useSearchCompanyOptionsQuery, type CompanyOption } from './company-options.api';
import './company-select.css';

interface CompanySelectProps {
  /** The chosen company's id, or null. */
  value: number | null;
  onChange(id: number | null): void;
  /** The id of the input, for a label's `htmlFor`; without a label, give `label`. */
  id?: string;
  label?: string;
  disabled?: boolean;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string | undefined;
  'aria-required'?: true | undefined;
}

const SEARCH_DEBOUNCE = 300;

/**
 * Chooses one company by typing a part of its name or slug. It asks the server, so every company is reachable however
 * many there are, and the chosen one has its name though no search has found it. When the service does not respond it reads 'Failed to
 * load companies' (specification 1 §8) and offers another try.
 */
export function CompanySelect(props: CompanySelectProps) {
  const { value, onChange, id, label, disabled, ...aria } = props;
  /** What is typed; null while the list is closed and the input shows the chosen company. */
  const [typed, setTyped] = useState<string | null>(null);
  const open = typed !== null;
  const input = useRef<HTMLInputElement>(null);
  // From screen to screen it is mostly the same one; a change of it that is made here is asked for anyway.
  const chosen = useGetCompanyOptionQuery(value ?? 0, { skip: value === null, refetchOnMountOrArgChange: 60 });
  const search = useSettled(typed?.trim() ?? '', SEARCH_DEBOUNCE);
  const found = useSearchCompanyOptionsQuery(search, { skip: !open });
  // While a newer search is under way the last one's companies stay, so that the list does not flicker.
  const options = found.data?.items ?? [];
  const more = (found.data?.total ?? 0) - options.length;
  const isOfWhatIsTyped = search === typed?.trim() && found.currentData !== undefined;
  const chosenName = value === null ? '' : (chosen.currentData?.name ?? (chosen.isError ? `Company ${value}` : '…'));
  const { list, combobox, onListKey, toFirst } = useOptionList({
    open,
    count: options.length,
    onOpen: openList,
    onClose: close,
  });

  function openList() {
    if (open || disabled) return;
    setTyped('');
    toFirst();
  }
  function close() {
    setTyped(null);
  }
  const choose = ({ id: chosenId }: CompanyOption) => {
    onChange(chosenId);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    onListKey(event);
    if (event.key !== 'Enter' || !open) return;
    // Inside a form, Enter chooses; it does not save. It never chooses what an earlier letter had found.
    event.preventDefault();
    const option = options[list.active];
    if (option && isOfWhatIsTyped && !event.nativeEvent.isComposing) choose(option);
  };
  const note = (): OptionListNote | null => {
    if (found.isError && !found.isFetching)
      return {
        text: ['Failed to load companies', serverMessage(found.error)].join(': '),
        isFailure: true,
        onRetry: () => {
          void found.refetch();
          // The button goes, and would take the focus with it.
          input.current?.focus();
        },
      };
    if (!found.data) return { text: 'Loading...' };
    if (options.length === 0) return { text: 'No companies found' };
    return more > 0 ? { text: `${more} more: type to find them` } : null;
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };

  return (
    <div className="company-select" onBlur={onBlur}>
      <input
        {...aria}
        {...combobox}
        ref={input}
        id={id}
        className="c-input"
        aria-label={label}
        placeholder={chosenName || 'Select a company'}
        disabled={disabled}
        value={typed ?? chosenName}
        onClick={openList}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value);
          toFirst();
        }}
      />
      {value !== null && !open && !disabled && (
        <button
          type="button"
          className="company-select__clear"
          aria-label="Clear company"
          onClick={() => {
            onChange(null);
            // It goes, too.
            input.current?.focus();
          }}
        >
          ×
        </button>
      )}
      {open && (
        <OptionList
          list={list}
          label={label ?? 'Companies'}
          options={options}
          keyOf={(option) => option.id}
          isChosen={(option) => option.id === value}
          onChoose={choose}
          note={note()}
        >
          {(option) => option.name}
        </OptionList>
      )}
    </div>
  );
}
