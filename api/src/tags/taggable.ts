/** The resources that can be tagged, and by whom (DECISIONS §2, §6). This table is all that the tags know of a resource. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { RESOURCE_TYPES, tagKey, type ResourceType } from 'contract/tags';
import type { Group } from 'contract/session';
import { groups, signedIn, type PersonAccess, type Caller } from '../http/access';
import type { Tables } from '../database/connection';

/**
 * A resource that can carry tags. Its table has `id` and `company_id` and is unique over the two; a partition of
 * `tag_uses` (see its migration) refers to it, and triggers keep the ids of its tags in `tag_ids`.
 */
export interface Taggable {
  readonly type: ResourceType;
  /** Where its calls live, below /api. */
  readonly path: string;
  readonly table: string;
  /** Who may read its tags. */
  readonly readers: PersonAccess;
  /** Members of which group may write them. */
  readonly writers: Group;
  /** The message for one that is not there. */
  readonly missing: string;
}

const socialMedia = { readers: groups('SocialMediaManager'), writers: 'SocialMediaManager' } as const;

export const TAGGABLES: Readonly<Record<ResourceType, Taggable>> = {
  facebook_ad: {
    type: 'facebook_ad',
    path: '/facebook-ads',
    table: 'facebook_ads',
    readers: signedIn,
    writers: 'AdManager',
    missing: 'Ads not found',
  },
  social_media_profile: {
    type: 'social_media_profile',
    path: '/social-media-profiles',
    table: 'social_media_profiles',
    ...socialMedia,
    missing: 'Profile not found',
  },
  social_media_post: {
    type: 'social_media_post',
    path: '/social-media-posts',
    table: 'social_media_posts',
    ...socialMedia,
    missing: 'Post not found',
  },
};

/** The types whose tags the caller may see. */
export const readableTypes = (caller: Caller): ResourceType[] =>
  RESOURCE_TYPES.filter((type) => {
    const { readers } = TAGGABLES[type];
    return readers.who !== 'groups' || readers.groups.some((group) => caller.groups.includes(group));
  });

/** The types whose tags the caller may change. */
export const writableTypes = (caller: Caller): ResourceType[] =>
  RESOURCE_TYPES.filter((type) => caller.groups.includes(TAGGABLES[type].writers));

/** The names of a resource's tags, in their order, as a column of a list; `id` names the column of the resource's id. */
export const tagNamesOf = (type: ResourceType, id: string): RawBuilder<string[]> =>
  sql<string[]>`array(
    select t.name from tag_uses u join tags t on t.id = u.tag_id
    where u.resource_type = ${sql.lit(type)} and u.resource_id = ${sql.ref(id)}
    order by lower(t.name) collate "C", t.id)`;

/** Names of tags that a list is filtered by. */
export interface TagFilter {
  /** The company of the list, where it has one. */
  readonly companyId: number | undefined;
  /** Shown are the resources that have all of these … */
  readonly include: readonly string[] | undefined;
  /** … and none of these. A name that no tag has is a tag that nothing carries. */
  readonly exclude: readonly string[] | undefined;
  /**
   * Whether the filter is all that would read rows: then those that are excluded are looked up in the index of the uses,
   * and what is left is counted by an index too. Absent: no, the row is read anyway and says itself what it carries.
   */
  readonly isAlone?: boolean;
}

// By the row's own copy of its tags, which the database keeps true and one index holds beside the company.
const carries = (tagIds: readonly number[]) => sql<boolean>`tag_ids && ${[...tagIds]}::int[]`;
const isUsedBy = (tagIds: readonly number[], { type, table }: Taggable) => sql<boolean>`exists (
  select from tag_uses u
  where u.resource_type = ${sql.lit(type)} and u.tag_id = any(${[...tagIds]}::int[])
    and u.resource_id = ${sql.ref(`${table}.id`)})`;

/** The condition of a filter by tags over the table of a taggable resource, or null for one that asks for nothing. */
export async function tagCondition(
  db: Kysely<Tables>,
  type: ResourceType,
  { companyId, include = [], exclude = [], isAlone = false }: TagFilter,
): Promise<RawBuilder<boolean> | null> {
  const wanted = [...new Set(include.map(tagKey))];
  const unwanted = [...new Set(exclude.map(tagKey))];
  if (!wanted.length && !unwanted.length) return null;
  // Their ids first: the database plans by how often a tag is used, and can only if it knows which one it is.
  const tags = await db
    .selectFrom('tags')
    .select(['id', 'name_key'])
    .where('resource_type', '=', type)
    .where('name_key', 'in', [...wanted, ...unwanted])
    .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId ?? 0))
    .execute();
  const idsOf = (keys: readonly string[]) => tags.filter((tag) => keys.includes(tag.name_key)).map((tag) => tag.id);
  const excluded = idsOf(unwanted);
  const conditions = wanted.map((key) => {
    const ids = idsOf([key]);
    return ids.length ? carries(ids) : sql<boolean>`false`;
  });
  if (excluded.length) {
    const hasOne = isAlone ? isUsedBy(excluded, TAGGABLES[type]) : carries(excluded);
    conditions.push(sql<boolean>`not ${hasOne}`);
  }
  return conditions.length ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : null;
}
