/** The one place where the outcome of a call becomes a toast. */
import { serverMessage } from 'shared-auth';
import { formatDateTime } from '../format';
import { noteShown } from './told-failure';
import { showToast, type ToastOptions } from './toasts';

/** A time as the service writes it into a sentence, such as that of who saved meanwhile. */
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** A failure as a toast: the screen's own message, and below it the server's words, else why they are missing. */
export function failureToast(message: string, error: unknown): ToastOptions {
  const reason = serverMessage(error).replace(TIME, formatDateTime);
  return { type: 'error', message, detail: reason === message ? undefined : reason };
}

/** Tells a person how something went. */
export interface Tell {
  /** @param offer what the person can do about it, such as `undoOf` */
  success(message: string, detail?: string, offer?: Pick<ToastOptions, 'action' | 'duration'>): void;
  failure(message: string, error: unknown): void;
  /** Waits for a call; tells its failure with `message` and throws it on. A form that it reaches does not show it again. */
  failureOf<Result>(call: Promise<Result>, message: string): Promise<Result>;
}

const tell: Tell = {
  success: (message, detail, offer) => void showToast({ type: 'success', message, detail, ...offer }),
  failure: (message, error) => void showToast(failureToast(message, error)),
  async failureOf(call, message) {
    try {
      return await call;
    } catch (error) {
      tell.failure(message, error);
      noteShown(error);
      throw error;
    }
  },
};

/** The way to tell a person how a call went. Needs a `ToastQueue` somewhere on the page. */
export const useTell = () => tell;
