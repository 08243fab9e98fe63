/** What the present screen can do, as its parts register it; who asks for it is loaded when it is first asked (`commandsAt`). */
import { useEffect } from 'react';
import { useNewest } from '../use-newest';
import type { ListFacts } from '../list-screen/list-commands';

/** Something that the present screen can do: the command palette offers it, a single key does it. */
export interface Command {
  /** Unique on the screen, and the same from one drawing to the next. */
  readonly id: string;
  /** How the palette names it; absent: it has a key alone, such as the one to the next row. */
  readonly label?: string;
  /**
   * Its key as the keyboard's event names it, a letter small, or after `Shift+` capital; absent: the palette alone has it.
   * `Enter` is only named, a row hears it by itself.
   */
  readonly key?: string | undefined;
  readonly run: () => void;
  /** Another screen's address, which it leads to in place of running. */
  readonly to?: string | undefined;
}

/** What a part of a screen can do; of a list what its commands are made of. */
export type Registered = readonly Command[] | ListFacts;

/** Asked when a key is pressed or the palette is open, not at each drawing. */
export type CommandSource = () => Registered;

/** The sources of what is mounted. */
export const sources = new Set<{ readonly current: CommandSource }>();

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
