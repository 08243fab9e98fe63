/** Meta's limits as its headers tell them: how much of each is used, in percent, and when there is room again. */
import { numberAt } from '../json';

/** At this many percent of a limit the next call waits. */
const FULL = 90;

/** A limit that is nearly used up. */
export interface Usage {
  /** Whose limit it is: the app's, and so the credential's, or the account's. */
  readonly concerns: 'credential' | 'connection';
  /** How long until there is room again, in milliseconds; 0 where Meta does not say. */
  readonly wait: number;
}

const MINUTE = 60_000;

/** The limits of which at least 90 % are used, the longest wait first. A header that is absent or unreadable tells nothing. */
export function fullLimits(headers: Headers): Usage[] {
  // Business, account or app: one id may have several entries, one a kind of call.
  const business = Object.values(recordOf(headers, 'x-business-use-case-usage')).flat();
  const app = recordOf(headers, 'x-app-usage');
  const account = recordOf(headers, 'x-ad-account-usage');
  const insights = recordOf(headers, 'x-fb-ads-insights-throttle');
  const limits: (Usage & { used: number })[] = [
    ...business.map((entry) => ({
      concerns: 'connection' as const,
      used: most(entry, 'call_count', 'total_cputime', 'total_time'),
      wait: (numberAt(entry, 'estimated_time_to_regain_access') ?? 0) * MINUTE,
    })),
    { concerns: 'credential', used: most(app, 'call_count', 'total_cputime', 'total_time'), wait: 0 },
    {
      concerns: 'connection',
      used: most(account, 'acc_id_util_pct'),
      wait: (numberAt(account, 'reset_time_duration') ?? 0) * 1000,
    },
    { concerns: 'credential', used: most(insights, 'app_id_util_pct'), wait: 0 },
    { concerns: 'connection', used: most(insights, 'acc_id_util_pct'), wait: 0 },
  ];
  return limits
    .filter(({ used, wait }) => used >= FULL || wait > 0)
    .map(({ concerns, wait }) => ({ concerns, wait }))
    .sort((one, other) => other.wait - one.wait);
}

const most = (entry: unknown, ...names: readonly string[]): number =>
  Math.max(...names.map((name) => numberAt(entry, name) ?? 0));

function recordOf(headers: Headers, name: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(headers.get(name) ?? '{}');
    return json !== null && typeof json === 'object' && !Array.isArray(json) ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
