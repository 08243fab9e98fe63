/** The one place where the outcome of a call becomes a toast. */
import { serverMessage, type Operation } from 'shared-auth';
import { formatDateTime } from '../format';
import { undoOf, type NamesOf } from '../undo/undo-of';
import { showToast, type ToastOptions } from './toasts';

/** A time as the service writes it into a sentence, such as that of who saved meanwhile. */
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** A failure as a toast: the screen's own message, and below it the server's words, else why there are none. */
export function failureToast(message: string, error: unknown): ToastOptions {
  const reason = serverMessage(error).replace(TIME, formatDateTime);
  return { type: 'error', message, detail: reason === message ? undefined : reason };
}

/** Tells a person how something went. */
export interface Tell {
  /**
   * @param operation offers to undo it, where the service has named it
   * @param namesOf what records are called that Undo leaves as they are
   */
  success(message: string, detail?: string, operation?: Operation, namesOf?: NamesOf): void;
  failure(message: string, error: unknown): void;
  /** Waits for a call; tells its failure with `message` and throws it on. */
  failureOf<Result>(call: Promise<Result>, message: string): Promise<Result>;
}

const tell: Tell = {
  success: (message, detail, operation, namesOf) =>
    void showToast({ type: 'success', message, detail, ...undoOf(operation, namesOf) }),
  failure: (message, error) => void showToast(failureToast(message, error)),
  async failureOf(call, message) {
    try {
      return await call;
    } catch (error) {
      tell.failure(message, error);
      throw error;
    }
  },
};

/** The way to tell a person how a call went. Needs a `ToastQueue` somewhere on the page. */
export const useTell = () => tell;
