/** The browser's report of a screen that crashed (specification 1 §2, the default error screen). */
import { AREAS } from './console-config';
import { object, oneOf, nullable, text, type Infer } from './schema';

/** The whole report, in bytes of JSON. */
export const MAX_CLIENT_ERROR_BYTES = 8 * 1024;
/** Reports of one person in a minute. */
export const MAX_CLIENT_ERRORS = 10;

/** Body of POST /client-errors. `request_id` is that of the last call that failed before the crash, if one did. */
export const clientError = object(
  {
    area: oneOf('Area', ['host', ...AREAS]),
    path: text('Path', { maxLength: 500 }),
    message: text('Message', { maxLength: 1000 }),
    stack: nullable(text('Stack', { maxLength: 6000 })),
    request_id: nullable(text('Request id', { maxLength: 100 })),
  },
  ['area', 'path', 'message'],
);
export type ClientError = Infer<typeof clientError>;
