/** Facebook ads as a connected ad account has them: its spend is written all or nothing, in one transaction (DECISIONS §13). */
import { sql, type Kysely, type Transaction } from 'kysely';
import { dayOf } from 'contract/calendar';
import type { IngestedAd } from 'contract/ingest/ingest';
import type { Tables } from '../database/connection';
import type { Outcome, Reading } from '../records/from-source';
import { dropCorrectedDays, storedCents } from './facebook-ad-days.queries';
import { adsFromSource } from './facebook-ads-from-source.queries';

/** Whole days of the account, both included. */
export interface Window {
  readonly from: string;
  readonly to: string;
}

/** An ad of the account; its days are those of the window on which it spent something. */
export type AccountAd = IngestedAd & Required<Pick<IngestedAd, 'days'>>;

/** An ad that is known already. */
export interface KnownAd {
  readonly id: number;
  readonly ad_identifier: string;
  readonly ad_name: string;
  /** It is of this connection. */
  readonly is_ours: boolean;
  /** A day of the window is stored on which it spent something: a complete report has it, or its spend was taken back. */
  readonly has_spend: boolean;
}

/** The ads of a company that are known, of all or of the named ids, in ascending order. */
export async function knownAds(
  db: Kysely<Tables>,
  { companyId, connectionId, only }: { companyId: number; connectionId: number; only: readonly number[] | null },
  { from, to }: Window,
): Promise<KnownAd[]> {
  const { rows } = await sql<Omit<KnownAd, 'has_spend'>>`
    select id, ad_identifier, ad_name, coalesce(connection_id = ${connectionId}, false) as is_ours
    from facebook_ads
    where company_id = ${companyId} and ${only ? sql`id = any(${[...only]}::int[])` : sql`true`}
    order by id`.execute(db);
  const centsOf = await storedCents(
    db,
    companyId,
    rows.map(({ id }) => id),
    { first: dayOf(from), last: dayOf(to) },
  );
  return rows.map((row) => ({ ...row, has_spend: centsOf(row.id).some((cents) => cents > 0) }));
}

// So many at a time: a statement holds them and their days as one text, and people's calls come between two of them.
const BATCH = 250;

/**
 * Writes ads of the account with all their days of the window: a stored day of it that is not among them goes. Names that
 * are absent stay. Returns the outcomes in the order of the ads.
 */
export async function writeAccount(
  transaction: Transaction<Tables>,
  reading: Reading,
  { connectionId, window, ads }: { connectionId: number; window: Window; ads: readonly AccountAd[] },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < ads.length; at += BATCH) {
    const batch = ads.slice(at, at + BATCH);
    await dropCorrectedDays(transaction, reading, window, batch);
    outcomes.push(...(await adsFromSource.write(transaction, reading, batch)));
    await sql`
      update facebook_ads set connection_id = ${connectionId}
      where company_id = ${reading.companyId} and connection_id is distinct from ${connectionId}
        and ad_identifier = any(${batch.map(({ ad_identifier }) => ad_identifier)}::text[])`.execute(transaction);
  }
  return outcomes;
}

/** Writes what ads look like, by their identifiers: static HTML, or the reason why it is absent. */
export async function writePreviews(
  transaction: Transaction<Tables>,
  companyId: number,
  previews: readonly {
    readonly ad_identifier: string;
    readonly preview_html: string | null;
    readonly error: string | null;
  }[],
): Promise<void> {
  for (let at = 0; at < previews.length; at += BATCH)
    await sql`
      insert into facebook_ad_previews as stored (ad_id, preview_html, error)
      select id, given.preview_html, given.error
      from jsonb_to_recordset(${JSON.stringify(previews.slice(at, at + BATCH))}::jsonb)
        as given (ad_identifier text, preview_html text, error text)
      join facebook_ads on company_id = ${companyId} and facebook_ads.ad_identifier = given.ad_identifier
      on conflict (ad_id) do update set preview_html = excluded.preview_html, error = excluded.error
      where (stored.preview_html, stored.error) is distinct from (excluded.preview_html, excluded.error)`.execute(
      transaction,
    );
}
