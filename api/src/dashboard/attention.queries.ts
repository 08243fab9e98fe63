/** How much of a company needs attention (DECISIONS §11): each kind by the very condition of the list that shows it. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AttentionKind } from 'contract/dashboard';
import { SPEND_MOVED } from '../ads/facebook-ads.queries';
import { syncedBefore, withoutCostOn } from '../company/product-variants-attention';
import { EXPIRING, TO_RECONNECT, UNREAD } from '../connections/connections-attention';
import type { Tables } from '../database/connection';
import { accessFor, type PersonAccess } from '../http/access';

/** The counts of one company, and the days that they were counted by. */
export interface Attention {
  readonly company_id: number;
  readonly today: string;
  readonly synced_before: string;
  /** Of the pending posts: the day of the oldest, null without any, and how many are from today and yesterday. */
  readonly oldest_pending: string | null;
  readonly new_pending: number;
  readonly counts: Readonly<Record<AttentionKind, number>>;
}

/** A kind: the list that shows it, by the path of its call, and its condition in parts that no row meets twice. */
interface Kind {
  readonly path: string;
  readonly table: keyof Tables;
  readonly parts: readonly RawBuilder<boolean>[];
  /** Which of the list's readers it is counted for; absent: all. */
  readonly access?: PersonAccess;
}

// Of the company that is looked at, as `attentionOf` names them.
const TODAY = sql.ref('asked.today');
const SYNCED_BEFORE = sql.ref('asked.synced_before_time');
const isStatus = (status: string) => sql<boolean>`status = ${sql.lit(status)}`;
const ofPosts = { path: '/social-media-posts', table: 'social_media_posts' } as const;
// Whoever reads a connection may do nothing about it.
const ofConnections = { path: '/connections', table: 'connections', access: accessFor('connection').writers } as const;
const ofVariants = { path: '/product-variants', table: 'product_variants' } as const;

/** Every kind. */
export const ATTENTION: Readonly<Record<AttentionKind, Kind>> = {
  posts_in_error: { ...ofPosts, parts: [isStatus('error')] },
  posts_pending: { ...ofPosts, parts: [isStatus('pending')] },
  profiles_in_error: { path: '/social-media-profiles', table: 'social_media_profiles', parts: [isStatus('error')] },
  variants_without_cost: { ...ofVariants, parts: withoutCostOn(TODAY) },
  variants_not_synced: { ...ofVariants, parts: syncedBefore(SYNCED_BEFORE) },
  ads_spend_moved: { path: '/facebook-ads', table: 'facebook_ads', parts: [SPEND_MOVED] },
  connections_to_reconnect: { ...ofConnections, parts: [TO_RECONNECT] },
  connections_expiring: { ...ofConnections, parts: [EXPIRING] },
  connections_unread: { ...ofConnections, parts: [UNREAD] },
};

type Counted = Omit<Attention, 'counts'> & Partial<Record<AttentionKind, number>>;

/** Columns beside the counts, by the table that is counted. */
const BESIDE: Partial<Record<keyof Tables, RawBuilder<unknown>>> = {
  social_media_posts: sql`
    (select (min(created_at) at time zone asked.timezone)::date from social_media_posts as found
      where found.company_id = asked.company_id and status = 'pending') as oldest_pending,
    (select count(*) from social_media_posts as found
      where found.company_id = asked.company_id and status = 'pending'
        and created_at >= (asked.today - 1)::timestamp at time zone asked.timezone) as new_pending,`,
};

/** The counts of these companies that need attention; one that is gone is left out. */
export async function attentionOf(db: Kysely<Tables>, companyIds: readonly number[]): Promise<Attention[]> {
  const tables = [...new Set(Object.values(ATTENTION).map(({ table }) => table))];
  // A statement for each table, so that they are counted at the same time.
  const counted = await Promise.all(tables.map((table) => countIn(db, table, companyIds)));
  const companies = new Map<number, Counted>();
  for (const row of counted.flat()) companies.set(row.company_id, { ...companies.get(row.company_id), ...row });
  return [...companies.values()].map(
    ({ company_id, today, synced_before, oldest_pending, new_pending, ...counts }) => ({
      company_id,
      today,
      synced_before,
      oldest_pending,
      new_pending,
      counts: counts as Record<AttentionKind, number>,
    }),
  );
}

async function countIn(db: Kysely<Tables>, table: keyof Tables, companyIds: readonly number[]): Promise<Counted[]> {
  const kinds = Object.entries(ATTENTION).filter(([, kind]) => kind.table === table);
  const counts = kinds.map(([name, { parts }]) => sql`${sumOf(table, parts)} as ${sql.ref(name)}`);
  const { rows } = await sql<Counted>`
    select company_id, today, synced_before, ${BESIDE[table] ?? sql``} ${sql.join(counts)}
    from (
      select id as company_id, timezone, day as today, day - 7 as synced_before,
        ((day - 7)::timestamp at time zone timezone) as synced_before_time
      from companies, lateral (select (clock_timestamp() at time zone timezone)::date as day) as here
      where id = any(${[...companyIds]}::int[])
    ) as asked`.execute(db);
  return rows;
}

const sumOf = (table: keyof Tables, parts: readonly RawBuilder<boolean>[]) =>
  sql.join(
    parts.map(
      (part) => sql`(select count(*) from ${sql.table(table)} as found
        where found.company_id = asked.company_id and ${part})`,
    ),
    sql` + `,
  );
