import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { Button, icon, useDialog } from 'shared-ui';
import './commands.css';
import { isPaletteKey, TYPED, type Pressed } from './pressed';

const SearchIcon = icon(<path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14m5 12 5 5" />);

const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** The button of the command palette, and the keys of the console; what they do is loaded with the first of them. */
export function Commands() {
  const { dialog, open } = useDialog();
  const waiting = useRef<Pressed[]>([]);
  const hear = useRef<((pressed: Pressed) => void) | null>(null);

  const take = useCallback((listener: typeof hear.current) => {
    hear.current = listener;
    if (listener) for (const pressed of waiting.current.splice(0)) listener(pressed);
  }, []);
  const press = (pressed: Pressed) => {
    if (hear.current) return hear.current(pressed);
    if (waiting.current.push(pressed) > 1) return;
    void open(async () => {
      const { Keys } = await import('./keys').catch((error: unknown) => {
        waiting.current = [];
        throw error;
      });
      return <Keys take={take} />;
    }, false);
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // The browser's own: its address bar.
    if (isPaletteKey(event)) event.preventDefault();
    else if (event.key.length > 1 || (event.target as Element).matches(TYPED)) return;
    press(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return (
    <>
      <Button
        tone="quiet"
        className="palette-button"
        icon={<SearchIcon />}
        aria-label="Search and commands"
        aria-keyshortcuts="Control+K Meta+K"
        title={`Search and commands (${PALETTE_KEYS})`}
        data-keys={PALETTE_KEYS}
        onClick={() => press(null)}
      >
        <span>Search</span>
      </Button>
      {dialog}
    </>
  );
}
