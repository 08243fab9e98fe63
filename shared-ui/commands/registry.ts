/** Commands of the present screen, as its parts register it; who asks for it is loaded when it is first asked (`commandsAt`). */
import { useEffect } from 'react';
import { useNewest } from '../use-newest';
import type { ListFacts } from '../list-screen/list-commands';
import type { Command } from './command';

/** Commands of a part of a screen; of a list what its commands are made of. */
export type Registered = readonly Command[] | ListFacts;

/** Asked when a key is pressed or the palette is open, not at each render. */
export type CommandSource = () => Registered;

/** The sources of what is mounted. */
export const sources = new Set<{ readonly current: CommandSource }>();

/**
 * Registers what a mounted part of a screen can do: only what the person may do (DECISIONS §2).
 *
 * @param source the one of the latest render is asked
 */
export function useCommands(source: CommandSource): void {
  const newest = useNewest(source);
  useEffect(() => {
    sources.add(newest);
    return () => void sources.delete(newest);
  }, [newest]);
}
