import { useEffect } from 'react';
import { useNewest } from '../use-newest';

/** Something that the present screen can do: the command palette offers it, a single key does it. */
export interface Command {
  /** Unique on the screen, and the same from one drawing to the next. */
  readonly id: string;
  /** How the palette names it; absent: it has a key alone, such as the one to the next row. */
  readonly label?: string;
  /** Its key as the keyboard's event names it, a letter small, or after `Shift+` capital; absent: the palette alone has it. `Enter` is only named, a row hears it by itself. */
  readonly key?: string | undefined;
  readonly run: () => void;
}

/** Returns what can be done, of what has the focus among that (a row); asked when a key is pressed, not at each drawing. */
export type CommandSource = (focused: Element | null) => readonly Command[];

const sources = new Set<{ readonly current: CommandSource }>();

/**
 * Registers what a mounted part of a screen can do: only what the person may do (DECISIONS §2).
 *
 * @param source the one of the latest drawing is asked
 */
export function useCommands(source: CommandSource): void {
  const newest = useNewest(source);
  useEffect(() => {
    sources.add(newest);
    return () => void sources.delete(newest);
  }, [newest]);
}

/**
 * What the present screen can do now.
 *
 * @param focused what has the focus, or had it before the palette was opened
 */
export const commandsAt: CommandSource = (focused) => [...sources].flatMap(({ current }) => current(focused));
