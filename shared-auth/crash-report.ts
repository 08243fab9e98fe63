/** A screen's crash, told to the service so that an operator hears of it. */
import { clientError, MAX_CLIENT_ERROR_BYTES, type ClientError } from 'contract/client-errors';
import { requestIdIn } from './exchange';
import { exchangeSignedIn } from './http';
import { requestIdOf } from './server-error';

const { message, stack, path } = clientError.properties;

/**
 * Writes a crash into the service's log.
 *
 * @param area the remote whose screen it was, or 'host'
 * @param error what was thrown
 * @returns the id of the report's request, for the person to quote; null where it could not be sent. Never rejects.
 */
export async function reportCrash(area: ClientError['area'], error: unknown): Promise<string | null> {
  const thrown = error instanceof Error ? error : new Error(String(error));
  const body: ClientError = {
    area,
    // Without the query: what a person searched for is not the operator's matter.
    path: clipped(window.location.pathname, path.maxLength),
    message: clipped(thrown.message, message.maxLength),
    stack: clipped(thrown.stack ?? '', stack.maxLength),
    request_id: requestIdOf(error),
  };
  while (bytesOf(body) > MAX_CLIENT_ERROR_BYTES) body.stack = clipped(body.stack ?? '', (body.stack ?? '').length / 2);
  try {
    const call = { method: 'POST', path: '/client-errors', body } as const;
    return (await exchangeSignedIn(call, (response) => Promise.resolve(requestIdIn(response)))) ?? null;
  } catch (failure) {
    console.error('The crash could not be reported.', failure);
    return null;
  }
}

/** The beginning of a text, without what the service would refuse: NUL and halves of a character. */
const clipped = (text: string, length: number) => text.slice(0, length).replace(/\0|\p{Surrogate}/gu, '\ufffd');

const bytesOf = (body: unknown) => new TextEncoder().encode(JSON.stringify(body)).length;
