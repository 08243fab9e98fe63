import { useCallback, useState, type ReactNode } from 'react';
import { reasonOfPartFailure } from './part-failure';
import { useToast } from './toast/toasts';

/** One modal at a time, whose code arrives when it is opened: what a screen shows first carries none. */
export function useDialog() {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const toast = useToast();

  const close = useCallback(() => setDialog(null), []);

  /**
   * A part that could not be fetched says so and can be opened again; nothing of it is remembered. Until its first field
   * has the focus the page says that it is opening, for letters are meant for that field (the host's typed-ahead); one
   * without a field is not `isDialog`.
   */
  const open = useCallback(
    async (draw: () => Promise<ReactNode>, isDialog = true) => {
      const page = document.documentElement.dataset;
      if (isDialog) page.opening = '';
      try {
        setDialog(await draw());
      } catch (error) {
        console.error('A dialog could not be loaded', error);
        const failure = await reasonOfPartFailure(error);
        toast.show({
          type: 'error',
          message: `This could not be opened.${failure?.needsReload ? '' : ' Please try again.'}`,
          detail: failure?.reason,
          ...(failure?.needsReload && {
            duration: null,
            // Unsaved text elsewhere is asked about by the browser (leave-question).
            action: { label: 'Reload', onSelect: () => window.location.reload() },
          }),
        });
      } finally {
        // Its focus comes with its first frame.
        if (isDialog) requestAnimationFrame(() => requestAnimationFrame(() => delete page.opening));
      }
    },
    [toast],
  );

  return { dialog, open, close };
}

/** Fetches a part ahead of its use; when that fails, its use says so. */
export const fetchEarly = (load: () => Promise<unknown>) => () => void load().catch(() => undefined);
