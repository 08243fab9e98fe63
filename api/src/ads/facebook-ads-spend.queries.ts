/** What a company's ads have spent, by campaign, ad set or tag. */
import { sql, type Kysely } from 'kysely';
import type { SPEND_DAYS } from '../../contract/ads/facebook-ads';
import { requireCompany, type Caller } from '../http/access';
import type { Tables } from '../database/connection';

/** Which spend is asked for. */
export interface SpendQuery {
  readonly company_id: number;
  readonly days: (typeof SPEND_DAYS)[number];
  readonly by: 'campaign' | 'ad_set' | 'tag';
  readonly limit: number;
}

/** One campaign, ad set or tag; `name` is null for ads without one. */
export interface SpendGroup {
  name: string | null;
  ads: number;
  spend: number;
}

/**
 * The groups that spent most, and how many there are. An ad with several tags counts for each of them, one without for
 * none. Throws NotFound for a company that the caller is not authorised for.
 */
export async function listSpend(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, days, by, limit }: SpendQuery,
): Promise<{ items: SpendGroup[]; total: number }> {
  await requireCompany(db, caller, company_id);
  const tagged = sql`
    join tag_uses on tag_uses.resource_type = 'facebook_ad' and tag_uses.resource_id = facebook_ads.id
    join tags on tags.id = tag_id`;
  const name = { campaign: 'campaign_name', ad_set: 'adset_name', tag: 'tags.name' }[by];
  const { rows } = await sql<SpendGroup & { total: number }>`
    select ${sql.ref(name)} as name, count(*) as ads, coalesce(sum(${sql.ref(`spend_last_${days}d`)}), 0) as spend,
      count(*) over () as total
    from facebook_ads ${by === 'tag' ? tagged : sql``}
    where facebook_ads.company_id = ${company_id}
    group by 1 order by 3 desc, 1 nulls last limit ${limit}`.execute(db);
  return { items: rows.map(({ total: _, ...group }) => group), total: rows[0]?.total ?? 0 };
}
