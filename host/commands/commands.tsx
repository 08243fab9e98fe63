import { useEffect, useEffectEvent } from 'react';
import { useCurrentUser } from 'shared-auth';
import { Button, commandsAt, fetchEarly, icon, useDialog } from 'shared-ui';
import './commands.css';
import { commandOf, isCovered, isPaletteKey, singleKeyOf, singleKeysChoice } from './single-keys';

const SearchIcon = icon(<path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14m5 12 5 5" />);

const loadPalette = () => import('./palette');
const loadShortcuts = () => import('./shortcuts-dialog');
const preloadPalette = fetchEarly(loadPalette);

const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** The button of the command palette, and the keys that open it and do what the present screen has registered. */
export function Commands() {
  const user = useCurrentUser();
  const palette = useDialog();
  const shortcuts = useDialog();

  const openShortcuts = () =>
    void shortcuts.open(async () => {
      const { ShortcutsDialog } = await loadShortcuts();
      return <ShortcutsDialog onClosed={shortcuts.close} />;
    });
  const openPalette = () => {
    const opener = document.activeElement;
    // What is behind a dialog waits.
    const commands = () => (covered ? [] : commandsAt(opener));
    const covered = isCovered();
    void palette.open(async () => {
      const { Palette } = await loadPalette();
      return <Palette commands={commands} onShortcuts={openShortcuts} onClose={palette.close} />;
    });
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (isPaletteKey(event)) {
      // The browser's own: its address bar.
      event.preventDefault();
      if (palette.dialog) palette.close();
      else if (!event.repeat) openPalette();
      return;
    }
    const key = singleKeyOf(event);
    if (key === null || singleKeysChoice(user.id).read() === 'off') return;
    const run = key === '?' ? openShortcuts : commandOf(commandsAt(document.activeElement), key)?.run;
    if (!run) return;
    event.preventDefault();
    run();
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
        onPointerEnter={preloadPalette}
        onFocus={preloadPalette}
        onClick={openPalette}
      >
        <span>Search</span>
        <kbd aria-hidden="true">{PALETTE_KEYS}</kbd>
      </Button>
      {palette.dialog}
      {shortcuts.dialog}
    </>
  );
}
