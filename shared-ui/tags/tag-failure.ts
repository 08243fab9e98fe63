/** Message for a refused tag call (specification 1 §8, 2 §8.2). */
import { serverMessage } from 'shared-auth';
import type { ToastOptions } from '../toast/toasts';

type Change = 'add' | 'remove';

/** The message by what was tried and, where it has one of its own, the status. */
const MESSAGES: Record<Change | 'remove one', Readonly<Record<number, string>> & { other: string }> = {
  add: {
    403: 'You do not have permission to add tags',
    400: 'Invalid request to add tags',
    other: 'Failed to add tags',
  },
  remove: {
    403: 'You do not have permission to remove tags',
    400: 'Invalid request to remove tags',
    other: 'Failed to remove tags',
  },
  'remove one': {
    403: 'You do not have permission to remove tags',
    404: 'Tag not found',
    other: 'Failed to remove tag',
  },
};

/** The toast of a refused tag call: the message for its status, and what the server said about it. */
export function tagFailure(error: unknown, tried: keyof typeof MESSAGES): ToastOptions {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: unknown };
  const messages = MESSAGES[tried];
  const message = (typeof status === 'number' ? messages[status] : undefined) ?? messages.other;
  // A message of its own is the reason already.
  const said = firstOfErrors(data) ?? serverMessage(error, message === messages.other ? undefined : '');
  return { type: 'error', message, detail: said === message ? undefined : said };
}

/** A 400 may have a list of errors in place of a detail; the first one counts. */
function firstOfErrors(body: unknown): string | null {
  const { detail, errors } = (body ?? {}) as { detail?: unknown; errors?: unknown };
  const [first] = Array.isArray(errors) && !detail ? (errors as unknown[]) : [];
  if (typeof first === 'string') return first;
  const { msg } = (first ?? {}) as { msg?: unknown };
  return typeof msg === 'string' ? msg : null;
}
