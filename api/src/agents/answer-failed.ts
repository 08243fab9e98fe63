/** Why an answer failed, in words for the person who asked. */
import { APICallError, type LanguageModelV3 } from '@ai-sdk/provider';
import { ToolChoiceViolationError, wrapLanguageModel } from 'ai';

/** An answer that failed; the message is for the person and tells nothing of the model's address or keys. */
export class AnswerFailed extends Error {}

/** A model that asks to be left alone for so long, in milliseconds, is not asked again. */
const LONG_WAIT = 10_000;

/** The same model, which is not tried a second time while it asks to be left alone. */
export const withoutLongWaits = (model: LanguageModelV3): LanguageModelV3 =>
  wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v3',
      wrapStream: async ({ doStream }) => {
        try {
          return await doStream();
        } catch (error) {
          throw waitOf(error) >= LONG_WAIT ? failureOf(error) : error;
        }
      },
    },
  });

/** The failure that an error is for the person. */
export function failureOf(error: unknown): AnswerFailed {
  if (error instanceof AnswerFailed) return error;
  // The last error of a call that was tried again.
  const last = (error as { lastError?: unknown } | null)?.lastError ?? error;
  return new AnswerFailed(explain(last), { cause: last });
}

function explain(error: unknown): string {
  if (ToolChoiceViolationError.isInstance(error))
    return 'The agent looked things up without coming to an answer. Please ask in other words.';
  const status = APICallError.isInstance(error) ? (error.statusCode ?? 0) : 0;
  const wait = waitOf(error);
  if (status >= 400 && wait >= LONG_WAIT)
    return `The model takes no questions for now. Please try again ${whenOf(wait)}.`;
  if (status === 429 || status === 529) return 'The model is busy right now. Please try again in a moment.';
  if (status === 401 || status === 403) return 'The model refuses the console. Please tell whoever operates it.';
  if (status >= 500) return 'The model has a fault right now. Please try again in a moment.';
  if (status >= 400)
    return 'The model could not take this conversation. Please start a new one, or tell whoever operates the console.';
  return 'The model could not be reached or broke off its answer. Please try again.';
}

/** How long the model asks to be left alone, in milliseconds; 0 where it does not say. */
function waitOf(error: unknown): number {
  const headers = (APICallError.isInstance(error) && error.responseHeaders) || {};
  const after = headers['retry-after'] ?? '';
  const wait = /^\s*\d+(\.\d+)?\s*$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return wait > 0 && wait < LONGEST_WAIT ? wait : 0;
}

// Beyond a year it is no wait.
const LONGEST_WAIT = 366 * 86_400_000;

/** 'in 2 minutes, at 14:05 UTC', 'in 26 hours, on 3 May at 14:05 UTC' */
function whenOf(wait: number): string {
  const at = new Date(Date.now() + wait);
  const [amount, unit] = (
    [
      [Math.ceil(wait / 1000), 'second'],
      [Math.ceil(wait / 60_000), 'minute'],
      [Math.ceil(wait / 3_600_000), 'hour'],
    ] as const
  ).find(([amount], place) => amount < (place === 2 ? Infinity : 100))!;
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return `in ${amount} ${unit}${amount === 1 ? '' : 's'}, ${wait < 43_200_000 ? '' : `on ${day} `}at ${time} UTC`;
}
