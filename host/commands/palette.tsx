import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { MAX_FOUND } from 'contract/search';
import { serverMessage, useCurrentUser } from 'shared-auth';
import { Button, CloseIcon, type ScreenPath, shape } from 'shared-ui';
import { optionId, useOptionList, type Command } from 'shared-ui/commands';
import { LEAVING, useNavigate } from 'shared-ui/router';
import { ScreenIcon } from '../navigation/screen-icon';
import { keyWords } from './key-words';
import './palette.css';
import { pathOf } from './places';
import { rememberPlace } from './recent';
import { usePaletteEntries, type PaletteEntry } from './use-palette-entries';

interface PaletteProps {
  /** The element that had the focus, and gets it back. */
  opener: Element | null;
  /** Commands of the present screen; read at each render, for the screen goes on behind the palette. */
  commands: () => readonly Command[];
  /** Typed before the palette was there. */
  typed: string;
  onShortcuts: () => void;
  /** Takes it out of the tree. */
  onClose: () => void;
}

const LONGEST_SEARCH = 200;

/**
 * The command palette: one field, and below it where to go and what to do. A native dialog, which stands above any other
 * and leaves nothing behind it reachable; the focus goes back to where it was.
 */
export function Palette({ opener, commands, typed: typedBefore, onShortcuts, onClose }: PaletteProps) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const [text, setText] = useState(typedBefore);
  const typed = text.trim();
  const { sections, isDone, failure, retry } = usePaletteEntries(typed, commands(), onShortcuts);
  const entries = sections.flatMap((section) => section.entries);
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { list, combobox, onListKey, toFirst } = useOptionList({
    open: true,
    count: entries.length,
    onOpen: () => undefined,
    onClose,
  });

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [opener]);

  const choose = ({ place, run }: PaletteEntry) => {
    // The dialog that opens next gives the focus back to where it was before the palette.
    flushSync(onClose);
    if (!place) return run?.();
    rememberPlace(user.id, place);
    document.getElementById('content')?.focus({ preventScroll: true });
    void navigate(place.to, { state: LEAVING });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    onListKey(event);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const entry = entries[list.active];
    if (entry) choose(entry);
  };

  return (
    // A click beside it is one on the dialog itself: what is in it fills it.
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search and commands"
      onCancel={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={`${shape.stack} palette__inside`}>
        <input
          {...combobox}
          ref={input}
          className="palette__field"
          aria-label="Search for screens, companies, records and actions"
          placeholder="Search or do something …"
          maxLength={LONGEST_SEARCH}
          spellCheck={false}
          value={text}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setText(target.value);
            toFirst();
          }}
        />
        <Button tone="quiet" className="palette__close" icon={<CloseIcon />} aria-label="Close" onClick={onClose} />
        <div id={list.id} className="palette__list" role="listbox" aria-label="Results">
          {sections.map(({ title, entries: inSection }) => (
            <div key={title} role="group" aria-label={title}>
              <div className="palette__title" aria-hidden="true">
                {title}
              </div>
              {inSection.map((entry) => {
                const at = entries.indexOf(entry);
                return (
                  <div
                    key={entry.id}
                    id={optionId(list.id, at)}
                    role="option"
                    aria-selected={at === list.active}
                    className={`${shape.line} palette__entry`}
                    // The focus stays in the field.
                    onMouseDown={(event) => event.preventDefault()}
                    onMouseMove={() => at === list.active || list.pointAt(at)}
                    onClick={() => choose(entry)}
                  >
                    {entry.place ? <ScreenIcon path={pathOf(entry.place) as ScreenPath} /> : <i />}
                    <bdi>{entry.label}</bdi>
                    {entry.hint && <span>{entry.hint}</span>}
                    {entry.keyName && <kbd aria-hidden="true">{keyWords(entry.keyName)}</kbd>}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <div className={`${shape.row} ${shape.quiet} palette__foot`}>
          <div role="status">
            {failure !== undefined
              ? `Companies and records could not be searched: ${serverMessage(failure)}`
              : statusOf(typed, entries.length, isDone)}
          </div>
          {failure !== undefined && (
            <Button
              onClick={() => {
                retry();
                // The button goes, and would take the focus with it.
                input.current?.focus();
              }}
            >
              Retry
            </Button>
          )}
          <div className="palette__keys" aria-hidden="true">
            <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> choose <kbd>Esc</kbd> close
          </div>
        </div>
      </div>
    </dialog>
  );
}

const statusOf = (typed: string, count: number, isDone: boolean) => {
  if (!isDone) return 'Searching …';
  if (typed === '') return '';
  if (count === 0) return `Nothing found for “${typed}”.`;
  return count >= MAX_FOUND ? 'Type more to find others.' : `${count} found`;
};
