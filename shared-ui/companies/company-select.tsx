import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { serverMessage } from 'shared-auth';
import { OptionList, type OptionListNote } from '../option-list/option-list';
import { useOptionList } from '../option-list/use-option-list';
import type { CompanyOption } from './company-options.api';
import './company-select.css';
import { useCompanyName, useCompanyOptions } from './use-company-options';

interface CompanySelectProps {
  /** The chosen company's id, or null. */
  value: number | null;
  onChange(id: number | null): void;
  /** The id of the input, for a label's `htmlFor`; without a label, give `label`. */
  id?: string;
  label?: string;
  /** While none is chosen; absent: 'Select a company'. */
  placeholder?: string | undefined;
  disabled?: boolean;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string | undefined;
  'aria-required'?: true | undefined;
}

/**
 * Chooses one company by typing a part of its name or slug; every company is reachable however many there are. When the
 * service does not respond it reads 'Failed to load companies' (specification 1 §8) and offers another try.
 */
export function CompanySelect(props: CompanySelectProps) {
  const { value, onChange, id, label, placeholder = 'Select a company', disabled, ...aria } = props;
  /** The typed text; null while the list is closed and the input shows the chosen company. */
  const [typed, setTyped] = useState<string | null>(null);
  const open = typed !== null;
  const input = useRef<HTMLInputElement>(null);
  const chosenName = useCompanyName(value);
  const { options, more, isNewest, isLoading, error, retry } = useCompanyOptions(typed);
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
    if (option && isNewest && !event.nativeEvent.isComposing) choose(option);
  };
  const note = (): OptionListNote | null => {
    if (error !== undefined)
      return {
        text: `Failed to load companies: ${serverMessage(error)}`,
        isFailure: true,
        onRetry: () => {
          retry();
          // The button goes, and would take the focus with it.
          input.current?.focus();
        },
      };
    if (isLoading) return { text: 'Loading...' };
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
        placeholder={chosenName || placeholder}
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
