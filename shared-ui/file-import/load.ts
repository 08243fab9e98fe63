import type { ComponentType } from 'react';
import type { ImportDialogProps } from './definition';
import type { DefineImport } from './parts';

/**
 * The dialog of an import from a file (DECISIONS §16), fetched when it is asked for.
 *
 * @param kinds what can be imported; the first is offered before the others
 * @returns a loader, as a list's dialog has one
 */
export const fileImport =
  (...kinds: readonly DefineImport[]) =>
  (): Promise<{ readonly default: ComponentType<ImportDialogProps> }> =>
    import('./file-import').then(({ importDialog }) => ({ default: importDialog(kinds) }));
