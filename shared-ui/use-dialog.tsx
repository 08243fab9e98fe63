import { useCallback, useState, type ReactNode } from 'react';
import { reasonOfPartFailure } from './part-failure';
import { useToast } from './toast/toasts';

/** One modal at a time, whose code arrives when it is opened: what a screen shows first carries none. */
export function useDialog() {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const toast = useToast();

  const close = useCallback(() => setDialog(null), []);

  /** A part that could not be fetched says so and can be opened again; nothing of it is remembered. */
  const open = useCallback(
    async (draw: () => Promise<ReactNode>) => {
      try {
        setDialog(await draw());
      } catch (error) {
        console.error('A dialog could not be loaded', error);
        const failure = await reasonOfPartFailure(error);
        if (failure?.needsReload)
          toast.show({
            type: 'error',
            message: 'This could not be opened.',
            detail: failure.reason,
            duration: null,
            // Unsaved text elsewhere is asked about by the browser (leave-question).
            action: { label: 'Reload', onSelect: () => window.location.reload() },
          });
        else
          toast.show({
            type: 'error',
            message: 'This could not be opened. Please try again.',
            detail: failure?.reason,
          });
      }
    },
    [toast],
  );

  return { dialog, open, close };
}

/** Fetches a part ahead of its use; when that fails, its use says so. */
export const fetchEarly = (load: () => Promise<unknown>) => () => void load().catch(() => undefined);
