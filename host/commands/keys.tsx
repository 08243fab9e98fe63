import { useEffect, useEffectEvent, useRef, useState, type ComponentProps } from 'react';
import { useCurrentUser } from 'shared-auth';
import { useDialog } from 'shared-ui';
import { commandsAt, type Command } from 'shared-ui/commands';
import { useNavigate, useOpenedFrom } from 'shared-ui/router';
import { Palette } from './palette';
import { isPaletteKey, type Pressed } from './pressed';
import { isCovered, singleKeyOf, singleKeysChoice } from './single-keys';
import { isTypedAhead, keepTyped } from './typed-ahead';

interface KeysProps {
  /** Takes what hears the keys and the button from now on; null: nothing does. */
  take: (hear: ((pressed: Pressed) => void) | null) => void;
}

/** Actions of the keys and the palette's button, and the dialogs that they open. */
export function Keys({ take }: KeysProps) {
  const user = useCurrentUser();
  const [palette, setPalette] = useState<Pick<ComponentProps<typeof Palette>, 'opener' | 'commands' | 'typed'>>();
  /** Whether the palette was asked for and is not there yet: letters are for its field then, and no commands. */
  const isPending = useRef(false);
  useEffect(() => {
    isPending.current = false;
  }, [palette]);
  const shortcuts = useDialog();
  const navigate = useNavigate();
  const openedFrom = useOpenedFrom();

  const openShortcuts = () =>
    void shortcuts.open(async () => {
      const { default: ShortcutsDialog } = await import(/* webpackChunkName: 'user-dialogs' */ './shortcuts-dialog');
      return <ShortcutsDialog onClosed={shortcuts.close} />;
    });
  const run = (command: Command) =>
    command.to === undefined ? command.run() : void navigate(command.to, { state: openedFrom });
  const openPalette = () => {
    const opener = document.activeElement;
    // Anything behind a dialog waits.
    const covered = isCovered();
    const commands = () => (covered ? [] : commandsAt(opener).map((one) => ({ ...one, run: () => run(one) })));
    isPending.current = true;
    setPalette({ opener, commands, typed: '' });
  };

  const hear = useEffectEvent((pressed: Pressed) => {
    if (pressed === null) return openPalette();
    if (isPaletteKey(pressed)) {
      if (palette) setPalette(undefined);
      else if (!pressed.repeat) openPalette();
      return;
    }
    if (isTypedAhead(pressed)) return keepTyped(pressed);
    const letter = pressed.key;
    if (isPending.current) return setPalette((pending) => pending && { ...pending, typed: pending.typed + letter });
    const key = pressed.defaultPrevented ? null : singleKeyOf(pressed);
    if (key === null || singleKeysChoice(user.id).read() === 'off') return;
    const command = commandsAt(document.activeElement).find((one) => one.key === key);
    if (!command && key !== '?') return;
    pressed.preventDefault();
    if (command) run(command);
    else openShortcuts();
  });
  useEffect(() => {
    take((pressed) => hear(pressed));
    return () => take(null);
  }, [take]);

  return (
    <>
      {palette && <Palette {...palette} onShortcuts={openShortcuts} onClose={() => setPalette(undefined)} />}
      {shortcuts.dialog}
    </>
  );
}
