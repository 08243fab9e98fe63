import { clientError, MAX_CLIENT_ERROR_BYTES, MAX_CLIENT_ERRORS, type ClientError } from 'contract/client-errors';
import { signedIn } from './access';
import { LimitReached } from './errors';
import { RateLimit } from './rate-limit';
import type { AddRoute } from './route';

/** A crashed screen as it goes into the log. */
export interface CrashReport extends Omit<ClientError, 'request_id'> {
  user: string;
  /** The id of the report's own request. */
  requestId: string;
  /** The call that failed before the crash. */
  failedRequestId: string | null;
}

interface Reporting {
  /** Writes the log's line. */
  log(report: CrashReport): void;
  /** Milliseconds since 1970. */
  now(): number;
}

/** POST /client-errors: a screen's crash, for the operator's log. At most 10 a minute a person. */
export function clientErrorRoutes(add: AddRoute, { log, now }: Reporting): void {
  const limit = new RateLimit(MAX_CLIENT_ERRORS, 60_000);
  add('POST', '/client-errors', {
    access: signedIn,
    summary: 'Report a crash of a screen',
    body: clientError,
    limits: { bytes: MAX_CLIENT_ERROR_BYTES },
    errors: {
      413: 'The body exceeds 8 KiB',
      429: 'More than 10 reports in a minute; Retry-After says when the next is taken',
    },
    handle: async ({ body, caller, requestId }) => {
      const seconds = limit.take(caller.userId, now());
      if (seconds !== null)
        throw new LimitReached(`Too many requests. Please try again in ${seconds} seconds.`, seconds);
      const { area, path, message, stack = null, request_id = null } = body;
      log({
        area,
        path: printable(path),
        message: printable(message),
        stack: stack && printable(stack),
        user: caller.username,
        requestId,
        failedRequestId: request_id && printable(request_id),
      });
    },
  });
}

/** Without what would move the cursor of a terminal that shows the log. */
const printable = (text: string) => text.replace(/[^\P{Cc}\n\t]/gu, '');
