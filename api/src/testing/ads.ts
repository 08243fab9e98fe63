/** Ads, ahead of any refresh. */
import type { Person, TestConsole } from './console';

/** Adds so many ads to a company; returns their ids. */
export async function addAds({ database }: TestConsole, company_id: number, count: number): Promise<number[]> {
  const { next } = await database.db
    .selectFrom('facebook_ads')
    .select(({ fn }) => fn.countAll<number>().as('next'))
    .executeTakeFirstOrThrow();
  const values = Array.from({ length: count }, (_, at) => ({
    company_id,
    ad_identifier: String(next + at),
    ad_name: `Ad ${next + at}`,
  }));
  const rows = await database.db.insertInto('facebook_ads').values(values).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Adds one ad to a company; returns its id. */
export const addAd = async (service: TestConsole, companyId: number) => (await addAds(service, companyId, 1))[0] ?? 0;

/** Ads for lists that sort, filter and add up: the ad of number n spent n on the last day; null is not known. */
export const FIVE_ADS = [
  { ad_name: 'alpha', ad_type: 'image', campaign_name: 'Spring', adset_name: 'Women', spend_last_7d: 10.5 },
  { ad_name: 'Beta', ad_type: 'video', campaign_name: 'spring 100%', adset_name: 'Men', spend_last_7d: 0 },
  { ad_name: 'gamma_1', ad_type: 'IMAGE', campaign_name: 'Summer', adset_name: 'Men', spend_last_7d: 99_999_999.99 },
  { ad_name: "délta's", ad_type: null, campaign_name: null, adset_name: null, spend_last_7d: null },
  { ad_name: 'back\\slash', ad_type: 'carousel', campaign_name: 'Äther', adset_name: 'All', spend_last_7d: 10.5 },
].map((ad, at) => ({ ...ad, ad_identifier: `23850${at}`, spend_last_1d: at, spend_last_14d: null }));

const TAGS = { alpha: ['Sale', 'a/b'], Beta: ['Sale', 'مرحبا'], gamma_1: ['Sale', 'a/b', 'old & "odd"'] };

/** Gives a company the five ads, tagged by a manager of it; returns their ids by their names. */
export async function addFiveAds(
  { database }: TestConsole,
  company_id: number,
  manager: Person,
): Promise<Record<string, number>> {
  const rows = await database.db
    .insertInto('facebook_ads')
    .values(FIVE_ADS.map((ad) => ({ ...ad, company_id })))
    .returning(['id', 'ad_name'])
    .execute();
  const idOf = Object.fromEntries(rows.map(({ id, ad_name }) => [ad_name, id]));
  for (const [name, tags] of Object.entries(TAGS)) await manager.put(`/facebook-ads/${idOf[name]}/tags`, { tags });
  return idOf;
}
