/** The offer to take back what was just done (DECISIONS §10). */
import type { Operation } from 'shared-auth';
import { showToast, type ToastOptions } from '../toast/toasts';
import type { NamesOf } from './undo';

/** For how long Undo is offered, in milliseconds. */
const OFFERED = 10_000;

const loadUndo = () => import('./undo');

/** Keys that are pressed before Undo's own listener has come wait for it; the others it has answered by then. */
const onEarlyKey = (event: KeyboardEvent) => {
  if (event.ctrlKey || event.metaKey)
    void loadUndo().then(
      ({ onUndoKey }) => onUndoKey(event),
      () => undefined,
    );
};

/**
 * The part of a toast that offers to undo an operation; nothing where the service has not named it.
 *
 * @param namesOf what records are called that Undo leaves as they are
 */
export function undoOf(operation?: Operation, namesOf?: NamesOf): Pick<ToastOptions, 'action' | 'duration'> {
  if (!operation?.ids.length) return {};
  window.addEventListener('keydown', onEarlyKey);
  // It is there before it is asked for, with its keys: by then the line may be down.
  void loadUndo().then(
    ({ listenForUndoKeys }) => listenForUndoKeys(),
    () => undefined,
  );
  const onSelect = async () => {
    try {
      const { undo } = await loadUndo();
      await undo(operation, namesOf);
    } catch (error) {
      console.error('Undo could not be loaded', error);
      showToast({ type: 'error', message: 'Undo could not be loaded. Nothing was undone.' });
    }
  };
  return { duration: OFFERED, action: { label: 'Undo', undoes: true, onSelect: () => void onSelect() } };
}
