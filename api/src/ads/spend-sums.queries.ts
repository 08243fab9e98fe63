/**
 * Sums over what ads spent, by blocks of days (ad-blocks): each ad is one addition or two, whatever the number of days.
 * Those over all ads of a company are kept until something changes (migration 0090).
 */
import { sql, type Kysely, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import type { SpendBy } from 'contract/ads/spend';
import type { Tables } from '../database/connection';
import type { Block } from './ad-blocks';
import type { ads } from './facebook-ads.queries';

/** Sums over some ads, and how many they are. */
export interface SpendSums {
  readonly ads: number;
  /** Those whose spend of 28 days is in none of the groups, for no day of theirs was ever brought. */
  readonly without_days: number;
  readonly without_days_cents: number;
  readonly groups: readonly GroupBlock[];
}

/** The sums of a group of ads in one block of days. */
export interface GroupBlock extends Block {
  /** Null: the ads that are in no group. Of tags the id. */
  readonly name: string | null;
  /** Where an ad may be in several groups: the sums of those ads that have this one first; null where it is in one. */
  readonly own_cents: string | null;
}

/** How ads are grouped: the column that says it, and the statement's parts. */
interface Grouping {
  readonly column: RawBuilder<unknown>;
  readonly groups: RawBuilder<unknown>;
  readonly name: RawBuilder<unknown>;
  readonly own: RawBuilder<unknown>;
}

const byColumn = (column: RawBuilder<unknown>): Grouping => ({
  column,
  groups: sql``,
  name: sql`grouped_by`,
  own: sql`null::numeric`,
});

/** @param gone ids of tags that are gone, as an ad may still have them */
function byTag(gone: readonly number[]): Grouping {
  const left = sql`array(select id from unnest(tag_ids) as carried (id) where id <> all(${[...gone]}::int[]))`;
  return {
    column: gone.length ? left : sql`tag_ids`,
    groups: sql`, unnest(case grouped_by when '{}' then array[null]::int[] else grouped_by end)
      with ordinality as carried (tag_id, place)`,
    name: sql`tag_id`,
    own: sql`coalesce(sum(cents) filter (where place = 1), 0)`,
  };
}

const COLUMNS: Readonly<Record<Exclude<SpendBy, 'tag'>, RawBuilder<unknown>>> = {
  day: sql`null::text`,
  campaign: sql`campaign_name`,
  ad_type: sql`ad_type`,
  ad_set: sql`adset_name`,
};

/** A question for sums: of which ads, by what, in which blocks. */
export interface SpendAsked {
  readonly companyId: number;
  readonly by: SpendBy;
  readonly blocks: readonly number[];
  /** The ads: all that the filters match. */
  readonly matching: Awaited<ReturnType<typeof ads.matching>>;
}

/** The common part of the statements: `facts`, a row over what matches, and `sums`, one for each group and block. */
function sumsOver({ companyId, by, blocks, matching }: SpendAsked, gone: readonly number[] = []): RawBuilder<unknown> {
  const { column, groups, name, own } = by === 'tag' ? byTag(gone) : byColumn(COLUMNS[by]);
  const read = matching
    .clearSelect()
    .select([
      sql.ref('facebook_ads.id').as('id'),
      sql.ref('cents_last_28d').as('spent'),
      sql.ref('has_days').as('has_days'),
      column.as('grouped_by'),
    ]);
  return sql`
    with matching as materialized (${read}),
    facts as (
      select count(*) as ads, count(*) filter (where not has_days and spent > 0) as without_days,
        coalesce(sum(spent) filter (where not has_days and spent > 0), 0) as without_days_cents
      from matching
    ),
    sums as (
      select ${name}::text as name, block, sum(cents) as cents, ${own} as own_cents
      from matching join facebook_ad_blocks
        on company_id = ${companyId} and block = any(${[...blocks]}::int[]) and ad_id = id ${groups}
      group by 1, 2
    )`;
}

// Digits beyond what a number of JavaScript holds, so they are texts.
const asGroups = (sums: RawBuilder<unknown>) => sql`
  coalesce((
    select json_agg(json_build_object('name', name, 'block', block, 'cents', cents::text, 'own_cents', own_cents::text))
    from ${sums}
  ), '[]')`;

/** Adds up what matches. */
export async function addUpSpend(
  db: QueryExecutorProvider,
  asked: SpendAsked,
  gone: readonly number[] = [],
): Promise<SpendSums> {
  const { rows } = await sql<SpendSums>`
    ${sumsOver(asked, gone)}
    select ads, without_days, without_days_cents, ${asGroups(sql`sums`)} as groups from facts`.execute(db);
  return rows[0] as SpendSums;
}

/** The kept sums of these blocks, all or nothing. */
async function readKept(
  db: QueryExecutorProvider,
  { companyId, by, blocks }: SpendAsked,
): Promise<{ kept: SpendSums | null; missing: number[] }> {
  const { rows } = await sql<Omit<SpendSums, 'groups'> & { block: number; groups: GroupBlock[] }>`
    select block, ads, without_days, without_days_cents, ${asGroups(sql`facebook_spend_sums as sums
      where (sums.company_id, sums.by, sums.block) = (kept.company_id, kept.by, kept.block)`)} as groups
    from facebook_spend_kept as kept
    where company_id = ${companyId} and by = ${by} and block = any(${[...blocks]}::int[])
      and not exists (select from facebook_spend_changes where company_id = ${companyId})`.execute(db);
  const missing = blocks.filter((block) => !rows.some((row) => row.block === block));
  const [first] = rows;
  if (!first || missing.length) return { kept: null, missing };
  return { kept: { ...first, groups: rows.flatMap(({ groups }) => groups) }, missing };
}

/**
 * The same of all ads of a company, from what is kept; what is missing is added up and kept. While somebody writes ads or
 * days of the company, nothing is kept: it might not be true a moment later.
 */
export async function keptSpend(db: Kysely<Tables>, asked: SpendAsked): Promise<SpendSums> {
  const { companyId, by } = asked;
  const { kept } = await readKept(db, asked);
  if (kept) return kept;
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`spend sums ${companyId}`}, 0)) as is_ours`.execute(
      transaction,
    );
    if (!rows[0]?.is_ours) return addUpSpend(transaction, asked);
    await sql`
      with changed as (delete from facebook_spend_changes where company_id = ${companyId} returning 1)
      delete from facebook_spend_kept where company_id = ${companyId} and exists (select from changed)`.execute(
      transaction,
    );
    const { missing } = await readKept(transaction, asked);
    await sql`
      ${sumsOver({ ...asked, blocks: missing })},
      kept as (
        insert into facebook_spend_kept (company_id, by, block, ads, without_days, without_days_cents)
        select ${companyId}::int, ${by}, block, ads, without_days, without_days_cents
        from facts, unnest(${missing}::int[]) as missing (block)
      )
      insert into facebook_spend_sums (company_id, by, block, name, cents, own_cents)
      select ${companyId}::int, ${by}, block, name, cents, own_cents from sums`.execute(transaction);
    return (await readKept(transaction, asked)).kept as SpendSums;
  });
}
