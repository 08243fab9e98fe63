import type { ReactNode } from 'react';
import { LazyPart } from 'shared-ui';

/**
 * A part of the host in a file of its own: fetched when it is first shown, and kept; a failure is not.
 *
 * @param fetch imports it
 * @param failure the message where it could not be fetched
 * @param page what of the page it fills (LazyPart)
 */
export function partOf<Module>(fetch: () => Promise<Module>, failure: string, page: true | 'whole' = true) {
  let module: Module | null = null;
  const load = () => fetch().then((fetched) => (module = fetched));
  const known = () => module;
  return {
    load,
    /** The module where it has been fetched. */
    known,
    /** Fetches it ahead of its use; when that fails, its use says so. */
    preload: (): Promise<unknown> => load().catch(() => undefined),
    /** Renders it, at once where its code is there. */
    Part: ({ children }: { children: (part: Module) => ReactNode }) => (
      <LazyPart load={load} known={known} failure={failure} page={page}>
        {children}
      </LazyPart>
    ),
  };
}
