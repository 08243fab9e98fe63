/** The kinds of resources that carry tags, as the screens of tags name them. */
import type { Group } from 'contract/session';
import type { ResourceType } from 'contract/tags';
import type { TagByName } from 'contract/tags-by-name';
import { formatNumber } from '../../format';

/** One kind: its words, and the list of what carries a tag. */
export interface TaggedKind {
  readonly one: string;
  readonly many: string;
  /** Shows what carries a tag, in the row's menu. */
  readonly show: string;
  /** The address of its list and the list's filter by a tag. */
  readonly list: string;
  readonly filter: string;
}

export const KINDS: Readonly<Record<ResourceType, TaggedKind>> = {
  facebook_ad: { one: 'ad', many: 'ads', show: 'Show Ads', list: '/facebook-ads', filter: 'include_tags' },
  social_media_profile: {
    one: 'profile',
    many: 'profiles',
    show: 'Show Profiles',
    list: '/social-media-profiles',
    filter: 'tag',
  },
  social_media_post: {
    one: 'post',
    many: 'posts',
    show: 'Show Posts',
    list: '/social-media-posts',
    filter: 'tagged_with',
  },
};

/** An area with a screen of tags. */
export interface TagArea {
  readonly title: string;
  /** Members of which group change its tags. */
  readonly writers: Group;
  readonly kinds: readonly ResourceType[];
}

export const AREAS = {
  ads: { title: 'Ad Tags', writers: 'AdManager', kinds: ['facebook_ad'] },
  social: {
    title: 'Social Tags',
    writers: 'SocialMediaManager',
    kinds: ['social_media_profile', 'social_media_post'],
  },
} as const satisfies Readonly<Record<string, TagArea>>;

/** '12 ads', '1 post'. */
export const countedIn = (kind: ResourceType, count: number): string =>
  `${formatNumber(count)} ${count === 1 ? KINDS[kind].one : KINDS[kind].many}`;

/** The uses of some tags by their kinds: '12 profiles and 1 post', 'nothing'. */
export function usesInWords(tags: readonly Pick<TagByName['tags'][number], 'resource_type' | 'usage_count'>[]): string {
  const counts = new Map<ResourceType, number>();
  for (const { resource_type: kind, usage_count } of tags) counts.set(kind, (counts.get(kind) ?? 0) + usage_count);
  const used = [...counts].filter(([, count]) => count > 0).map(([kind, count]) => countedIn(kind, count));
  return used.join(' and ') || 'nothing';
}

/** The address of the list of a kind, with what carries the tag of this name. */
export const listWith = (kind: ResourceType, { company_id }: Pick<TagByName, 'company_id'>, name: string): string =>
  `${KINDS[kind].list}?${new URLSearchParams({ company_id: String(company_id), [KINDS[kind].filter]: name })}`;

/** Stands before a merge. */
export const NO_WAY_BACK = 'A merge cannot be undone.';

/** A deletion of more uses is not taken back: what carried the tag is not kept (DECISIONS §16). */
const MOST_KEPT = 100_000;

/** Whether deleting these tags can be undone. */
export const deletionWarning = (tags: TagByName['tags']): string =>
  tags.some(({ usage_count }) => usage_count > MOST_KEPT)
    ? 'This cannot be undone, for it is used more than 100,000 times.'
    : 'It can be undone for 30 days.';
