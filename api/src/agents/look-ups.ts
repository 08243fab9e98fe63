/**
 * What agents look up: their own knowledge, and the data of companies. The latter asks the area's own queries with the
 * rights of the person who asks, under the rule of the area's screen (DECISIONS §2), and returns no more than a model
 * can use.
 */
import type { Kysely } from 'kysely';
import { FACEBOOK_AD_SORTS, SPEND_DAYS } from '../../contract/ads/facebook-ads';
import { SALES_CHANNELS } from '../../contract/company/product-variants';
import { integer, object, oneOf, text, type Infer } from '../../contract/schema';
import type { Group } from '../../contract/session';
import { POST_STATUSES, postListQuery } from '../../contract/social/posts';
import { listAds } from '../ads/facebook-ads.queries';
import { listSpend } from '../ads/facebook-ads-spend.queries';
import { searchCompanies } from '../company/companies.queries';
import { readTimeline } from '../company/product-variant-cogs.queries';
import { listProductVariants } from '../company/product-variants.queries';
import type { Caller } from '../http/access';
import type { Tables } from '../database/connection';
import { NotAllowed, NotFound, RuleBroken } from '../http/errors';
import type { Fields } from '../http/validation';
import { listPosts } from '../social/posts.queries';
import { searchKnowledge } from './knowledge-search.queries';

/** For whom something is looked up, and by which agent. */
export interface LookUpContext {
  readonly db: Kysely<Tables>;
  readonly caller: Caller;
  readonly agentId: number;
}

/** A look-up as it is written: what it is for, what it takes, and one call. */
export interface LookUp<S extends Fields> {
  readonly description: string;
  readonly input: S;
  read(asking: LookUpContext, input: Infer<S>): Promise<unknown>;
}

const MOST_ROWS = 20;
// Of a text that others wrote.
const LONGEST_TEXT = 300;

const company = text('Company', { minLength: 1, maxLength: 255, description: 'Name or slug, or a part of it' });
const limit = integer('Limit', { minimum: 1, maximum: MOST_ROWS });
const search = text('Search', { maxLength: 255 });
const tag = text('Tag', { maxLength: 50 });
const period = oneOf('Period', ['1d', '7d', '14d', '28d']);
type Period = '1d' | '7d' | '14d' | '28d';

/** Passages of the agent's own knowledge. */
export const knowledgeLookUp = lookUp({
  description:
    "Searches this agent's knowledge and answers the passages that fit best. Use it before answering a question of fact, and name the items an answer rests on.",
  input: object(
    { query: text('Query', { minLength: 1, maxLength: 1000 }), limit: integer('Limit', { minimum: 1, maximum: 10 }) },
    ['query'],
  ),
  read: async ({ db, agentId }, { query, limit = 5 }) => ({ items: await searchKnowledge(db, agentId, query, limit) }),
});

/** Spend of a company's ads in one of the four periods, by campaign, ad set or tag. */
export const adSpendLookUp = lookUp({
  description:
    "What a company's Facebook ads spent in the last 1, 7, 14 or 28 days up to yesterday, in US dollars: in all, and by campaign, ad set or tag (an ad with several tags counts for each). No other period is known.",
  input: object({ company, period, by: oneOf('By', ['campaign', 'ad_set', 'tag']), limit }, ['company', 'period']),
  read: async ({ db, caller }, { company: name, period: of, by = 'campaign', limit: rows = MOST_ROWS }) => {
    const { id: company_id, name: company } = await companyNamed(db, caller, name);
    const { total: ads, totals } = await listAds(db, caller, { company_id, page_size: 1 });
    const days = SPEND_DAYS.find((known) => `${known}d` === of) ?? 7;
    const { items, total } = await listSpend(db, caller, { company_id, days, by, limit: rows });
    return { company, period: of, ads, spend: totals[`spend_last_${of}`], by, items, total };
  },
});

/** A company's ads, those with the highest spend first. */
export const adLookUp = lookUp({
  description:
    "Finds a company's Facebook ads by a text in name, campaign, ad set or ad ID, or by a tag; the highest spend of the period first, 7 days unless said.",
  input: object({ company, search, tag, period, limit }, ['company']),
  read: async ({ db, caller }, { company: name, search, tag, period: of = '7d', limit: page_size = 10 }) => {
    const { id: company_id, name: company } = await companyNamed(db, caller, name);
    const include_tags = tag ? [tag] : [];
    const sort_by = SORTS[of];
    const { items, total } = await listAds(db, caller, { company_id, search, include_tags, sort_by, page_size });
    return {
      company,
      items: items.map(({ company_id: _, company_name: __, ...ad }) => ad),
      total,
    };
  },
});

const SORTS = Object.fromEntries(
  FACEBOOK_AD_SORTS.map((sort) => [sort.replace('cached_spend_last_', ''), `-${sort}`]),
) as Readonly<Record<Period, `-${(typeof FACEBOOK_AD_SORTS)[number]}`>>;

/** A company's product variants, each with what it costs today. */
export const variantLookUp = lookUp({
  description:
    "Finds a company's product variants by a part of product or variant name, with the current cost of goods sold (current_cogs, US dollars; null when none is known for today).",
  input: object(
    { company, product: search, variant: search, sales_channel: oneOf('Sales channel', SALES_CHANNELS), limit },
    ['company'],
  ),
  read: async ({ db, caller }, { company: name, product, variant, sales_channel, limit: page_size = 10 }) => {
    requireGroup(caller, 'product variants', 'CompanyAdmin', 'Admin');
    const { id: company_id, name: company } = await companyNamed(db, caller, name);
    const asked = { company_id, sales_channel, page_size };
    const cached = { cached_product_name: product, cached_product_variant_name: variant };
    const overridden = { override_product_name: product, override_product_variant_name: variant };
    const byCached = await listProductVariants(db, caller, { ...asked, ...cached });
    const { items, total } =
      byCached.total || !(product || variant)
        ? byCached
        : await listProductVariants(db, caller, { ...asked, ...overridden });
    const found: unknown[] = [];
    for (const item of items) {
      const timeline = await readTimeline(db, caller, item.id);
      found.push({
        id: item.id,
        product_variant_identifier: item.product_variant_identifier,
        sales_channel: item.sales_channel,
        product: item.display_product_name,
        variant: item.display_product_variant_name,
        is_active: item.is_active,
        current_cogs: timeline.items.find(({ is_current }) => is_current)?.cogs_record.cogs_amount ?? null,
      });
    }
    return { company, items: found, total };
  },
});

/** Social media posts, of one company or of all that the person is authorised for. */
export const postLookUp = lookUp({
  description:
    'Finds social media posts by a text in URL, author or caption, by platform, status or tag; the most viewed first. Without a company, in all that the person may see.',
  input: object(
    {
      company,
      search,
      tag,
      platform: postListQuery.properties.platform,
      status: oneOf('Status', POST_STATUSES),
      limit,
    },
    [],
  ),
  read: async ({ db, caller }, { company: name, search, tag, platform, status, limit: page_size = 10 }) => {
    requireGroup(caller, 'social media posts', 'SocialMediaManager');
    const company_id = name === undefined ? undefined : (await companyNamed(db, caller, name)).id;
    const tagged_with = tag ? [tag] : [];
    const sort_by = '-cached_play_count' as const;
    const asked = { company_id, search, platform, status, tagged_with, sort_by, page_size };
    const { items, total } = await listPosts(db, caller, asked);
    return {
      items: items.map((post) => ({
        id: post.id,
        company: post.company_name,
        platform: post.platform,
        url: post.url,
        author: post.cached_author_username,
        caption: post.cached_caption === null ? null : [...post.cached_caption].slice(0, LONGEST_TEXT).join(''),
        views: post.cached_play_count,
        status: post.status,
        tags: post.tags,
        created_at: post.created_at,
      })),
      total,
    };
  },
});

// Ties the types together: what `input` admits is what `read` gets.
function lookUp<const S extends Fields>(written: LookUp<S>): LookUp<S> {
  return written;
}

function requireGroup(caller: Caller, what: string, ...admitted: Group[]): void {
  if (!admitted.some((group) => caller.groups.includes(group)))
    throw new NotAllowed(`The person you talk to may not see ${what}: that takes the group ${admitted.join(' or ')}.`);
}

/** The one company of the person's that is meant; throws an error that names those it could be. */
async function companyNamed(db: Kysely<Tables>, caller: Caller, name: string): Promise<{ id: number; name: string }> {
  const { items, total } = await searchCompanies(db, caller, { q: name, limit: MOST_ROWS });
  const wanted = name.trim().toLowerCase();
  const exact = items.filter((item) => item.slug === wanted || item.name.toLowerCase() === wanted);
  const [found, ...others] = exact.length ? exact : items;
  if (!found) throw new NotFound('There is no such company among those that the person you talk to may see.');
  if (others.length)
    throw new RuleBroken(
      `${total} companies fit: ${items.map((item) => `${item.name} (${item.slug})`).join(', ')}. Name one by its slug.`,
    );
  return found;
}
