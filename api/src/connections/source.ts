/**
 * The sources that connections read (DECISIONS §13), and the faults by which their clients say no. A client knows a
 * source's wire and nothing of the console: no database, no companies. It never waits and never tries again by itself; it
 * says by a fault when and how to go on, and remembers between calls what the source said about its limits and how much it
 * could answer at once. So one client serves one run.
 */
import type { Source } from '../start/source-addresses';

/** The sources' names in sentences. */
export const SOURCE_NAMES = {
  shopify: 'Shopify',
  meta: 'Meta',
  youtube: 'YouTube',
  klaviyo: 'Klaviyo',
} as const satisfies Readonly<Record<Source, string>>;

/**
 * How to go on after a fault.
 *
 * - `reconnect`: the credential is dead. Everything that uses it stops until a person replaces it.
 * - `refused`: this store or account says no: frozen, locked, not shared, another currency. Tried again each day.
 * - `wait`: the source asks for a pause until a moment; no fault of anyone, so it costs no attempt.
 * - `smaller`: the source could not answer so much at once. The same call on the same client asks for half: it is repeated
 *   after a short pause and costs no attempt. It ends by itself, at `again`, when there is nothing to halve.
 * - `again`: a fault of theirs or of the line. Retried with growing waits; each try costs an attempt.
 */
export type FaultKind = 'reconnect' | 'refused' | 'wait' | 'smaller' | 'again';

/** The reasons of faults, for the connection's state, metrics and `connections check`. */
export type FaultCode =
  | 'credential_refused'
  | 'credential_expired'
  | 'scope_missing'
  | 'not_found'
  | 'not_shared'
  | 'store_frozen'
  | 'store_locked'
  | 'access_forbidden'
  | 'redirected'
  | 'other_store'
  | 'wrong_currency'
  | 'account_inactive'
  | 'api_not_enabled'
  | 'version_unsupported'
  | 'request_refused'
  | 'rate_limited'
  | 'quota_used_up'
  | 'report_running'
  | 'page_too_large'
  | 'report_failed'
  | 'source_failed'
  | 'partial_response'
  | 'invalid_response'
  | 'response_too_large'
  | 'timed_out'
  | 'unreachable'
  | 'page_repeated';

/** A `no` of a source. The message is a sentence for people, free of secrets and markup. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
  /** The moment at which to go on; null unless `kind` is `wait`. */
  readonly until: Date | null;
  /** Whether everything that uses the credential is concerned (a dead token, the app's quota), or this connection alone. */
  readonly concerns: 'credential' | 'connection';
  /** The id by which the source finds this call in its own log; null where it named none. */
  readonly trace: string | null;

  constructor(
    readonly kind: FaultKind,
    readonly code: FaultCode,
    message: string,
    {
      until = null,
      concerns = kind === 'reconnect' ? 'credential' : 'connection',
      trace = null,
      cause,
    }: { until?: Date | null; concerns?: SourceFault['concerns']; trace?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.until = until;
    this.concerns = concerns;
    this.trace = trace;
  }
}

/** A credential as a client uses it: a token or key, or the client id and secret of an app that fetches its tokens. */
export type Secret =
  | { readonly kind: 'token' | 'key'; readonly secret: string }
  | { readonly kind: 'client'; readonly clientId: string; readonly secret: string };

/** The limits of one call. */
export interface CallLimits {
  /** Until the last byte of the answer, in milliseconds. */
  readonly time: number;
  /** Of the answer after decompression. */
  readonly bytes: number;
}

/** The parts that every client takes. */
export interface ClientOptions {
  /** Of `config.sources`: where the source is. */
  readonly address: string;
  readonly secret: Secret;
  readonly now: () => Date;
  /** Of each call; absent but in tests. */
  readonly limits?: CallLimits;
}

/** The answer to a test: with whom the credential speaks, and what stands in a read's way. */
export interface SourceTest {
  /** The store's, account's or organisation's name; null where the source names none. */
  readonly name: string | null;
  /** `NAME.myshopify.com`, `act_…`, Klaviyo's account; null for YouTube. */
  readonly externalId: string | null;
  readonly currency: string | null;
  /** An IANA time zone; null where the source has none. */
  readonly zone: string | null;
  /** When the credential ends, ISO 8601 in UTC; null for never, or where the source does not say. */
  readonly expiresAt: string | null;
  /** Obstacles to a read, each a code and a sentence: empty where it may begin. */
  readonly problems: readonly Finding[];
  /** Findings that do not stop a read but differ from what is expected: costs that are denied, another version. */
  readonly notes: readonly Finding[];
}

export interface Finding {
  readonly code: FaultCode;
  readonly message: string;
}

/** One page. `next` is asked for with the same call; null after the last one. A row that comes twice counts as its last. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** A variant of a store. Texts are as the store has them: not cut, perhaps empty. */
export interface ShopifyVariant {
  /** `legacyResourceId`: digits. */
  readonly identifier: string;
  readonly productName: string;
  /** `Default Title` where a product has one variant. */
  readonly variantName: string;
  readonly sku: string | null;
  readonly isActive: boolean;
  /** In cents, half up; null where none is entered or costs are denied to the credential. */
  readonly unitCost: { readonly cents: number; readonly currency: string } | null;
  /** Where a small picture lies, as the source says; null without one. */
  readonly pictureUrl: string | null;
}

export interface ShopifyClient {
  test(signal: AbortSignal): Promise<SourceTest>;
  /** How many variants a whole read brings. */
  count(signal: AbortSignal): Promise<number>;
  /** A page by key: `after` is null for the first, then `next`, which is an identifier and outlives the client. */
  variants(after: string | null, signal: AbortSignal): Promise<Page<ShopifyVariant>>;
}

/** An ad's spend on a day of the account's zone. A day without a row is one on which nothing was spent. */
export interface MetaSpend {
  readonly adId: string;
  readonly adName: string;
  readonly adsetName: string | null;
  readonly campaignName: string | null;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly cents: number;
}

/** An ad by name and creative, deleted and archived ones included. */
export interface MetaAd {
  readonly adId: string;
  readonly adName: string;
  readonly adsetName: string | null;
  readonly campaignName: string | null;
  /** ACTIVE, PAUSED, DELETED …, as Meta says. */
  readonly status: string;
  /** image, video, carousel, collection, story, else Meta's own word in lower case; null where it says nothing. */
  readonly adType: string | null;
  /** The creative's words. */
  readonly title: string | null;
  readonly body: string | null;
  /** Where the creative's thumbnail lies; null without one. */
  readonly pictureUrl: string | null;
}

/** Whole days, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface MetaClient {
  test(signal: AbortSignal): Promise<SourceTest>;
  /** The account's time zone and currency, in one call; another currency than USD is a fault. */
  account(signal: AbortSignal): Promise<{ readonly zone: string; readonly currency: string }>;
  /**
   * Spend by ad and day. Complete only after the page whose `next` is null: before, nothing may be taken for zero. `next`
   * is of this client alone. Of named ads (at most 50) or of all.
   */
  spendByDay(
    days: Days & { readonly adIds?: readonly string[] },
    after: string | null,
    signal: AbortSignal,
  ): Promise<Page<MetaSpend>>;
  ads(after: string | null, signal: AbortSignal): Promise<Page<MetaAd>>;
}

/** A video; its texts are YouTube's. */
export interface YoutubeVideo {
  readonly id: string;
  readonly title: string;
  /** The channel's handle with its @, else its title. */
  readonly author: string;
  /** Null where the views are hidden. */
  readonly views: number | null;
  readonly pictureUrl: string | null;
}

export interface YoutubeChannel {
  /** `UC…` */
  readonly id: string;
  readonly title: string;
  /** With its @; null where the channel has none. */
  readonly handle: string | null;
  /** Null where the count is hidden. */
  readonly subscribers: number | null;
  readonly pictureUrl: string | null;
}

export interface YoutubeClient {
  test(signal: AbortSignal): Promise<SourceTest>;
  /** At most 50 ids. One that is private, deleted or wrong is `missing`: YouTube does not say which. */
  videos(ids: readonly string[], signal: AbortSignal): Promise<Found<YoutubeVideo>>;
  /** At most 50 names, each an id (`UC…`) or a handle (`@…`); a handle costs a call of its own. */
  channels(names: readonly string[], signal: AbortSignal): Promise<Found<YoutubeChannel>>;
}

/** Rows by the name that was asked for, and the names that were not found. */
export interface Found<Row> {
  readonly found: ReadonlyMap<string, Row>;
  readonly missing: readonly string[];
}

export interface KlaviyoClient {
  test(signal: AbortSignal): Promise<SourceTest>;
}

/** The hosts from which a run takes a source's small pictures; a dot in front stands for its subdomains. */
export const PICTURE_HOSTS: Readonly<Record<Exclude<Source, 'klaviyo'>, readonly string[]>> = {
  shopify: ['cdn.shopify.com'],
  meta: ['.fbcdn.net'],
  youtube: ['i.ytimg.com', 'yt3.ggpht.com'],
};
