import { useEffect, useState, type ReactNode } from 'react';
import { whenIdle } from '../when-idle';

interface IdlePartProps<Module> {
  /** Imports it; called once the list's rows are there and the page is idle. */
  load: () => Promise<Module>;
  isReady: boolean;
  children: (module: Module) => ReactNode;
}

/** Parts that came once, by their `load`: from then on they are rendered together with the rows. */
const loaded = new WeakMap<() => Promise<unknown>, { module: unknown }>();

/** A part that the list is whole without: it comes when the page is idle, and not at all where it cannot be loaded. */
export function IdlePart<Module>({ load, isReady, children }: IdlePartProps<Module>) {
  const [part, setPart] = useState(() => loaded.get(load) as { module: Module } | undefined);
  useEffect(() => {
    if (!isReady || loaded.has(load)) return undefined;
    const keep = (module: Module) => {
      loaded.set(load, { module });
      setPart({ module });
    };
    return whenIdle(() => void load().then(keep, () => {}));
  }, [load, isReady]);
  return part && isReady && children(part.module);
}
