/** The tools that propose tags of ads, posts and profiles (DECISIONS §9). */
import { listOf, object, oneOf } from 'contract/schema';
import { MAX_TAGS, tagName } from 'contract/tags';
import { adFilter, adsMeant } from './ads';
import { idsMeant } from './meant-records';
import { byIds, proposing, PROPOSES } from './proposing';
import { postFilter, postsMeant, profileFilter, profilesMeant } from './social';

const change = {
  how: { ...oneOf('How', ['add', 'remove', 'replace']), description: '`replace`: these tags and no other' },
  change_tags: listOf(tagName, {
    title: 'Tags to change',
    minItems: 1,
    maxItems: MAX_TAGS,
    description: 'The tags that are added, removed or put in the place of all; `tags` is a filter',
  }),
} as const;
const required = ['how', 'change_tags'] as const;

/** Of ads. */
export const proposeAdTags = proposing({
  kind: 'ad_tags',
  description: `Proposes to add, remove or replace tags of Facebook ads. ${PROPOSES}`,
  input: object({ ...change, ...byIds, ...adFilter }, required),
  read: ({ how, change_tags, ...which }) => ({
    body: { how, tags: trimmed(change_tags) },
    ids: (asking) => idsMeant(adsMeant)(asking, which),
  }),
});

/** Of posts. */
export const proposePostTags = proposing({
  kind: 'post_tags',
  description: `Proposes to add, remove or replace tags of social media posts. ${PROPOSES}`,
  input: object({ ...change, ...byIds, ...postFilter }, required),
  read: ({ how, change_tags, ...which }) => ({
    body: { how, tags: trimmed(change_tags) },
    ids: (asking) => idsMeant(postsMeant)(asking, which),
  }),
});

/** Of profiles. */
export const proposeProfileTags = proposing({
  kind: 'profile_tags',
  description: `Proposes to add, remove or replace tags of watched social media profiles. ${PROPOSES}`,
  input: object({ ...change, ...byIds, ...profileFilter }, required),
  read: ({ how, change_tags, ...which }) => ({
    body: { how, tags: trimmed(change_tags) },
    ids: (asking) => idsMeant(profilesMeant)(asking, which),
  }),
});

const trimmed = (tags: readonly string[]) => [...new Set(tags.map((tag) => tag.trim()))];
