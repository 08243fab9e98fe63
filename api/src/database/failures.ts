/** Why the database could not do what it was asked, as far as that is worth another try, and what people are told. */

/** A failure that passes by itself or by an operator's hand; whatever else goes wrong is a fault of the service. */
export type Failure = 'away' | 'locked' | 'slow' | 'full' | 'read only' | 'clock' | 'restoring';

/** The message of each failure (503), and after how many seconds another try is worth it. */
export const FAILURES: Readonly<Record<Failure, { message: string; retryAfter: number }>> = {
  away: { message: 'The service is not available right now. Please try again shortly.', retryAfter: 5 },
  locked: { message: 'Somebody else is changing this record.', retryAfter: 1 },
  slow: {
    message: 'This took too long and was stopped; nothing was changed. Please try again shortly.',
    retryAfter: 5,
  },
  full: {
    message: 'Nothing can be saved right now: the database has no space left. Please try again later.',
    retryAfter: 10,
  },
  'read only': {
    message: 'Nothing can be saved right now: the database allows reading only. Please try again shortly.',
    retryAfter: 5,
  },
  restoring: { message: 'A backup is being restored. Please try again later.', retryAfter: 30 },
  clock: {
    message: "This service's clock differs from the database's. Please try again shortly.",
    retryAfter: 5,
  },
};

const CODES: Readonly<Partial<Record<Failure, readonly string[]>>> = {
  away: [
    // The network and the socket.
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    // No file handles left, in this process or on this machine.
    'EMFILE',
    'ENFILE',
    // Shutting down, crashed, starting, dropped, idle for too long; too many connections, no memory.
    '57P01',
    '57P02',
    '57P03',
    '57P04',
    '57P05',
    '25P03',
    '53300',
    '53200',
  ],
  // No lock in time; a deadlock; two transactions that cannot both have happened.
  locked: ['55P03', '40P01', '40001'],
  slow: ['57014'],
  // The disk is full, a quota is used up, or the disk cannot be written for another reason.
  full: ['53100', '53400', '58030', 'ENOSPC', 'EDQUOT'],
  'read only': ['25006'],
};
const FAILURE_OF = new Map(
  Object.entries(CODES).flatMap(([failure, codes]) => codes.map((code) => [code, failure as Failure] as const)),
);

// The messages of pg, without a code, when a connection ends under a query or cannot be had in time.
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed|server closed the connection/;

/** The failure behind an error of a query or of a file handle; null for a broken rule, a mistake in SQL and all else. */
export const failureOf = (error: unknown): Failure | null => {
  // By its looks: an error of Node's own is not always an instance of this realm's Error.
  if (typeof error !== 'object' || error === null || !('message' in error)) return null;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return syscall === 'connect' ? 'away' : null;
  if (code?.startsWith('08')) return 'away';
  return FAILURE_OF.get(code ?? '') ?? (AWAY_MESSAGES.test(message) ? 'away' : null);
};

/** True when a failed query failed because the database is away for now. */
export const isDatabaseAway = (error: unknown): boolean => failureOf(error) === 'away';
