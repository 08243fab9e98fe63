import { useEffect, useState, type ReactNode } from 'react';
import { whenIdle } from '../when-idle';

interface IdlePartProps<Module> {
  /** Imports it; called once the list's rows are there and the page is idle. */
  load: () => Promise<Module>;
  isReady: boolean;
  children: (module: Module) => ReactNode;
}

/** A part that the list is whole without: it comes when the page is idle, and not at all where it cannot be loaded. */
export function IdlePart<Module>({ load, isReady, children }: IdlePartProps<Module>) {
  const [part, setPart] = useState<{ module: Module }>();
  useEffect(
    () =>
      isReady
        ? whenIdle(
            () =>
              void load().then(
                (module) => setPart({ module }),
                () => {},
              ),
          )
        : undefined,
    [load, isReady],
  );
  return part && isReady && children(part.module);
}
