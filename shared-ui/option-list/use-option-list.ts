import { useId, useState, type KeyboardEvent } from 'react';

interface OpenList {
  open: boolean;
  /** How many options there are. */
  count: number;
  onOpen(): void;
  onClose(): void;
}

/** A list of options below an input, as its `OptionList` renders it. */
export interface OptionListState {
  readonly id: string;
  /** Which option Enter chooses. */
  readonly active: number;
  /** Makes one that is pointed at the active one; nothing moves under the pointer. */
  pointAt(index: number): void;
}

/** The id of one option of a list. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** The keyboard's way through the options below an input, and what the input says of it to a screen reader. */
export function useOptionList({ open, count, onOpen, onClose }: OpenList) {
  const id = useId();
  const [at, setAt] = useState(0);
  // Newer suggestions may be fewer.
  const active = Math.min(at, Math.max(count - 1, 0));
  const list: OptionListState = { id, active, pointAt: setAt };
  const goTo = (index: number) => {
    setAt(index);
    // jsdom has no layout, and so nothing to scroll.
    document.getElementById(optionId(id, index))?.scrollIntoView?.({ block: 'nearest' });
  };
  /** For the input. */
  const combobox = {
    role: 'combobox',
    autoComplete: 'off',
    'aria-expanded': open,
    'aria-autocomplete': 'list',
    'aria-controls': open ? id : undefined,
    'aria-activedescendant': open && count > 0 ? optionId(id, active) : undefined,
  } as const;
  /** Up, Down and Escape; what Enter does is for the input to say. */
  const onListKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!open) onOpen();
      else if (count > 0) goTo((active + step + count) % count);
    } else if (event.key === 'Escape' && open) {
      // Inside a dialog, the first Escape closes the list alone.
      event.stopPropagation();
      onClose();
    }
  };
  return { list, combobox, onListKey, toFirst: () => goTo(0) };
}
