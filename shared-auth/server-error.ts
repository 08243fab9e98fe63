/** Reading a failed call (specification 1 §8, 2 §8.1; DECISIONS §1). */

/**
 * An HTTP status, or why it is missing: no connection, no response in time, a success that holds nothing of what was
 * asked for, given up by this page.
 */
export type FailureStatus = number | 'OFFLINE' | 'TIMEOUT' | 'UNREADABLE' | 'ABORTED';

const REASONS = {
  OFFLINE: 'The server could not be reached. Please check your connection.',
  TIMEOUT: 'The server did not answer in time.',
  UNREADABLE: 'The response of the server could not be read.',
  ABORTED: 'The request was given up.',
} as const;

const reasonOf = (status: unknown): string | undefined => REASONS[status as keyof typeof REASONS];

/**
 * Whether a call failed without the service having said so, by no connection, no response in time or an unreadable one:
 * what it was to change may have been changed.
 *
 * @param error as that of `serverMessage`
 */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isRecord(error) && ['OFFLINE', 'TIMEOUT', 'UNREADABLE'].includes(String(error.status));

/** A call whose response is no success. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  /**
   * @param status the HTTP status, or why it is missing
   * @param body the response's JSON, or its text where it is not JSON
   * @param statusText the HTTP reason phrase; empty over HTTP/2
   * @param retryAfter seconds until another try makes sense, where the server said so (429, 503)
   * @param requestId the service's name for the request, by which its log knows it
   */
  constructor(
    readonly status: FailureStatus,
    readonly body?: unknown,
    readonly statusText = '',
    readonly retryAfter?: number,
    readonly requestId?: string,
  ) {
    super(messageOf(body) ?? (typeof status === 'number' ? `Request failed: ${status}` : REASONS[status]));
  }
}

/** Messages are for people: what is longer is cut. */
const LONGEST_MESSAGE = 1000;

/** The message in a response's body, first match wins, or null: HTML, other plain text, `{}` and nothing at all have none. */
function messageOf(body: unknown): string | null {
  if (!isRecord(body)) return null;
  const { detail, error, non_field_errors } = body;
  const message =
    words(detail) ||
    flattened(detail) ||
    words(error) ||
    messagesOf(non_field_errors) ||
    fieldsOf(Object.entries(body));
  if (!message) return null;
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A proxy's error page is no message. */
const words = (value: unknown) =>
  typeof value === 'string' && !/^\s*<(!doctype|html|head|body)/i.test(value) ? value.trim() : '';

/** A `detail` that is a list, as `field: msg; field: msg`; the field is the last element of `loc`. */
function flattened(detail: unknown): string {
  if (!Array.isArray(detail)) return '';
  return fieldsOf(detail.map(entryOf).map(({ field, message }) => [field, message]));
}

/** One entry of a `detail` that is a list; the field is the last element of its `loc`. */
function entryOf(entry: unknown): FieldMessage {
  if (!isRecord(entry)) return { field: '', message: messagesOf(entry) };
  const { loc, field, msg, message } = entry;
  return { field: String((Array.isArray(loc) ? loc.at(-1) : field) ?? ''), message: messagesOf(msg ?? message) };
}

/** `field: messages; field: messages`; what has no message is left out, and a message without a field stands alone. */
const fieldsOf = (fields: [field: string, messages: unknown][]) =>
  fields
    .map(([field, messages]) => [field, messagesOf(messages)] as const)
    .filter(([, messages]) => messages)
    .map(([field, messages]) => (field ? `${field}: ${messages}` : messages))
    .join('; ');

const messagesOf = (messages: unknown): string => {
  if (Array.isArray(messages)) return messages.map(messagesOf).filter(Boolean).join(', ');
  if (typeof messages === 'number' || typeof messages === 'boolean') return String(messages);
  return isRecord(messages) ? JSON.stringify(messages) : words(messages);
};

/**
 * The message to show for anything that a call, a mutation or a stream failed with.
 *
 * @param error an `HttpError`, the `error` of an RTK Query hook, or anything else that was thrown
 * @param fallback the screen's own message, for when the server said nothing
 * @returns the server's message (specification 1 §8: the first that matches), else why there was no response, else
 *   `fallback`, else the error's own message, else 'Request failed: <status or Unknown error>'
 */
export function serverMessage(error: unknown, fallback?: string): string {
  const { body, data, message, status } = isRecord(error) ? error : {};
  const said = messageOf(body ?? data) ?? reasonOf(status) ?? fallback;
  return said ?? (words(message) || `Request failed: ${String(status ?? 'Unknown error')}`);
}

/** The service's name for the request that failed with `error`, by which an operator finds it in the log; or null. It may be the cause's. */
export function requestIdOf(error: unknown): string | null {
  const { requestId, cause } = isRecord(error) ? error : {};
  if (typeof requestId === 'string' && requestId !== '') return requestId;
  return cause === undefined ? null : requestIdOf(cause);
}

/** Error of one field; without a `field` it is about the whole. */
export interface FieldMessage {
  field: string;
  message: string;
}

/**
 * The errors of fields as the service names them (DECISIONS §1): a 422 by its list, a 409 by its `field`, and a response
 * that holds only text by 'field: message; …' (specification 1 §8).
 *
 * @returns an empty list where the failure names no field
 */
export function fieldErrors(error: unknown): FieldMessage[] {
  const { body, data } = isRecord(error) ? error : {};
  const { detail, field } = (body ?? data ?? {}) as { detail?: unknown; field?: unknown };
  if (Array.isArray(detail)) return detail.map(entryOf).filter(({ message }) => message);
  if (typeof field === 'string' && typeof detail === 'string')
    return [{ field, message: withoutPrefix(detail, `${field}: `) }];
  return Object.entries(fieldMessages(serverMessage(error, ''))).map(([name, message]) => ({ field: name, message }));
}

const withoutPrefix = (text: string, prefix: string) => (text.startsWith(prefix) ? text.slice(prefix.length) : text);

/**
 * Splits a message of the form 'field: message; field: message' so that a form can show each beside its field.
 *
 * @returns the messages by field; empty when the message is not of that form
 */
export function fieldMessages(message: string): Record<string, string> {
  // A semicolon ends a message only where another field begins, for it may hold semicolons itself.
  const parts = message.split(/;\s*(?=[A-Za-z_]\w*: )/).map((part) => /^\s*([A-Za-z_]\w*): (.*)$/s.exec(part));
  if (parts.some((part) => part === null)) return {};
  const messages = new Map<string, string>();
  for (const [, field = '', text = ''] of parts as RegExpExecArray[])
    messages.set(field, [messages.get(field), text.trim()].filter(Boolean).join('; '));
  return Object.fromEntries(messages);
}
