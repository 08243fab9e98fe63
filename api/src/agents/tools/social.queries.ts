/** Posts, profiles and search terms, counted by the database, over one company or many. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../../database/connection';
import { contains, foldedContains } from '../../database/list';
import { tagCondition, tagNamesOf } from '../../tags/taggable';
import type { Scope } from './companies-in-reach.queries';

/** Which are meant; what a kind does not have is not asked of it. */
export interface SocialFilter {
  readonly search?: string | undefined;
  readonly platform?: string | undefined;
  readonly status?: string | undefined;
  readonly post_type?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly without_tags?: readonly string[] | undefined;
  readonly untagged?: boolean | undefined;
  /** Added within so many times 24 hours. */
  readonly added_within_days?: number | undefined;
}

/** A kind of record, in the words of the database. */
export interface SocialKind {
  readonly table: 'social_media_posts' | 'social_media_profiles' | 'social_media_search_terms';
  /** What its tags are kept under; null: it has none. */
  readonly type: 'social_media_post' | 'social_media_profile' | null;
  /** Whether it contains a text. */
  readonly contains: (text: string) => RawBuilder<boolean>;
  /** What a row has beside id, company, platform, status, created_at and tags. */
  readonly columns: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly views: RawBuilder<unknown>;
}

const NO_VIEWS = sql`null::bigint`;

/** Posts. */
export const POSTS: SocialKind = {
  table: 'social_media_posts',
  type: 'social_media_post',
  contains: (text) => foldedContains('searched', text),
  columns: {
    url: sql`url`,
    type: sql`post_type`,
    author: sql`cached_author_username`,
    // Of a text that others wrote.
    caption: sql`left(cached_caption, 300)`,
    reason: sql`status_message`,
  },
  views: sql`cached_play_count`,
};
/** Profiles. */
export const PROFILES: SocialKind = {
  table: 'social_media_profiles',
  type: 'social_media_profile',
  contains: (text) =>
    sql<boolean>`(${contains('platform_username', text)} or ${contains('platform_identifier', text)})`,
  columns: { username: sql`platform_username`, identifier: sql`platform_identifier`, reason: sql`status_message` },
  views: NO_VIEWS,
};
/** Search terms. */
export const TERMS: SocialKind = {
  table: 'social_media_search_terms',
  type: null,
  contains: (text) => contains('search_term', text),
  columns: { term: sql`search_term` },
  views: NO_VIEWS,
};

/** What is asked of them. */
export interface SocialQuestion {
  readonly kind: SocialKind;
  readonly scope: Scope;
  readonly filter: SocialFilter;
  readonly order: 'newest' | 'oldest' | 'most_viewed' | 'least_viewed';
  /** Of groups. */
  readonly fewest_first?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

async function conditionOf(db: Kysely<Tables>, { kind, scope, filter }: SocialQuestion): Promise<RawBuilder<boolean>> {
  const { search, platform, status, post_type, tags: include, without_tags: exclude, untagged } = filter;
  const conditions = [scope.condition(`${kind.table}.company_id`)];
  if (search !== undefined) conditions.push(kind.contains(search));
  if (platform !== undefined) conditions.push(sql<boolean>`platform = ${platform}`);
  if (status !== undefined) conditions.push(sql<boolean>`status = ${status}`);
  if (post_type !== undefined) conditions.push(sql<boolean>`post_type = ${post_type}`);
  if (filter.added_within_days !== undefined)
    conditions.push(
      sql<boolean>`${sql.ref(`${kind.table}.created_at`)} >= now() - ${filter.added_within_days} * interval '1 day'`,
    );
  if (kind.type) {
    const companyId = scope.companies.length === 1 ? scope.companies[0]?.id : undefined;
    const tagged = await tagCondition(db, kind.type, { companyId, include, exclude });
    if (tagged) conditions.push(tagged);
    if (untagged) conditions.push(sql<boolean>`tag_ids = '{}'`);
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** All that match: how many, and of posts how often they were viewed, as far as that is known. */
export async function totalsOf(
  db: Kysely<Tables>,
  question: SocialQuestion,
): Promise<{ count: number; views: number | null; average: number | null }> {
  const { views, table } = question.kind;
  const { rows } = await sql<{ count: number; views: number | null; average: number | null }>`
    select count(*) as count, sum(${views})::bigint as views, round(avg(${views}))::bigint as average
    from ${sql.table(table)} where ${await conditionOf(db, question)}`.execute(db);
  return rows[0] ?? { count: 0, views: null, average: null };
}

/** One of those that match. */
export interface SocialRow {
  [column: string]: string | number | string[] | null;
  id: number;
  company: string;
  platform: string;
  status: string;
  /** The day, in UTC. */
  added: string;
  views: number | null;
}

/** A page of those that match. */
export async function socialRows(db: Kysely<Tables>, question: SocialQuestion): Promise<SocialRow[]> {
  const { kind, limit, offset } = question;
  const id = sql.ref(`${kind.table}.id`);
  const added = sql.ref(`${kind.table}.created_at`);
  const orders = {
    newest: sql`${added} desc, ${id} desc`,
    oldest: sql`${added}, ${id}`,
    most_viewed: sql`${kind.views} desc nulls last, ${id} desc`,
    least_viewed: sql`${kind.views} nulls last, ${id}`,
  };
  const own = Object.entries(kind.columns).map(([name, value]) => sql`, ${value} as ${sql.ref(name)}`);
  const { rows } = await sql<SocialRow>`
    select ${id} as id, companies.name as company, platform, status, to_char(${added} at time zone 'UTC', 'YYYY-MM-DD') as added,
      ${kind.views} as views, ${kind.type ? tagNamesOf(kind.type, `${kind.table}.id`) : sql`array[]::text[]`} as tags
      ${sql.join(own, sql``)}
    from ${sql.table(kind.table)} join companies on companies.id = ${sql.ref(`${kind.table}.company_id`)}
    where ${await conditionOf(db, question)}
    order by ${orders[question.order]} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** What they are counted by; not each kind by each. */
export const SOCIAL_GROUPS = ['company', 'status', 'platform', 'tag', 'type', 'reason', 'author'] as const;
export type SocialGroup = (typeof SOCIAL_GROUPS)[number];

/** A group; `name` is null for those without a type, a reason or an author. */
export interface SocialCount {
  name: string | null;
  count: number;
  views: number | null;
}

/** By how many they are, or by their views. */
function orderOfGroups({ order, fewest_first }: SocialQuestion): RawBuilder<unknown> {
  if (order === 'most_viewed') return sql`3 desc nulls last`;
  if (order === 'least_viewed') return sql`3 nulls last`;
  return fewest_first ? sql`2` : sql`2 desc`;
}

/** A page of the groups that they make, the largest or the smallest first, and how many groups there are. One with several tags counts for each. */
export async function socialGroups(
  db: Kysely<Tables>,
  question: SocialQuestion,
  by: SocialGroup,
): Promise<{ groups: SocialCount[]; total: number }> {
  const { kind, limit, offset } = question;
  const { table, columns } = kind;
  const names: Partial<Record<SocialGroup, RawBuilder<unknown>>> = {
    ...{ company: sql`companies.name`, status: sql`status`, platform: sql`platform`, tag: sql`tags.name` },
    ...{ type: columns['type'], reason: columns['reason'], author: columns['author'] },
  };
  const tagged =
    by === 'tag'
      ? sql`join tag_uses on tag_uses.resource_type = ${kind.type}::taggable and tag_uses.resource_id = ${sql.ref(`${table}.id`)}
          join tags on tags.id = tag_uses.tag_id`
      : sql``;
  const { rows } = await sql<SocialCount & { total: number }>`
    select ${names[by] ?? sql`null::text`} as name, count(*) as count, sum(${kind.views})::bigint as views,
      count(*) over () as total
    from ${sql.table(table)} join companies on companies.id = ${sql.ref(`${table}.company_id`)} ${tagged}
    where ${await conditionOf(db, question)}
    group by 1 order by ${orderOfGroups(question)}, 1 limit ${limit} offset ${offset}`.execute(db);
  return { groups: rows.map(({ total: _, ...group }) => group), total: rows[0]?.total ?? 0 };
}
