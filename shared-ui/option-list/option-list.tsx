import type { ReactNode } from 'react';
import { Button } from '../button';
import './option-list.css';
import { optionId, type OptionListState } from './use-option-list';

/** Note beside the options: that the list is empty, that there are more, or what went wrong. */
export interface OptionListNote {
  text: string;
  isFailure?: boolean;
  onRetry?: () => void;
}

interface OptionListProps<Option> {
  /** From `useOptionList`. */
  list: OptionListState;
  label: string;
  options: readonly Option[];
  keyOf(option: Option): string | number;
  /** How an option reads. */
  children(option: Option): ReactNode;
  isChosen?(option: Option): boolean;
  /** Whether several may be chosen. */
  several?: boolean;
  onChoose(option: Option): void;
  note: OptionListNote | null;
}

/** The options below an input that is searched by typing. The focus stays in the input. */
export function OptionList<Option>(props: OptionListProps<Option>) {
  const { list, label, options, keyOf, children, isChosen, several, onChoose, note } = props;
  const { id, active, pointAt } = list;
  return (
    <div className="option-list">
      <ul id={id} role="listbox" aria-multiselectable={several} aria-label={label}>
        {options.map((option, index) => (
          <li
            key={keyOf(option)}
            id={optionId(id, index)}
            role="option"
            aria-selected={isChosen?.(option) ?? false}
            className={index === active ? 'option-list__active' : undefined}
            // Keeps the focus in the input, whose blur would close the list before the click arrives.
            onMouseDown={(event) => event.preventDefault()}
            onMouseEnter={() => pointAt(index)}
            onClick={() => onChoose(option)}
          >
            {children(option)}
          </li>
        ))}
      </ul>
      <div role="status">
        {note && (
          <div className={note.isFailure ? 'option-list__note option-list__note--failure' : 'option-list__note'}>
            {note.text}
            {note.onRetry && <Button onClick={note.onRetry}>Retry</Button>}
          </div>
        )}
      </div>
    </div>
  );
}
