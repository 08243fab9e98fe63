/** Orders to change tags: 'tag these as winner', 'remove the tag sale from all video ads of Lumen'. */
import type { OrderKind } from './order';
import { sentences, unquoted } from './sentences';

const HOW = {
  replace: sentences('replace|change|set|make [all] [the] [tags] tags of|on|for {which} by|with|to|into {tags}'),
  add: sentences(
    'tag|label|mark {which} as|with [the] [tag|tags] {tags}',
    'add|put|give [the] [tag|tags] {tags} to|on {which}',
  ),
  remove: sentences(
    'remove|take|strip|delete|drop [the] [tag|tags] {tags} off_of|off|from {which}',
    'untag {which} as|from|with {tags}',
  ),
};

export const tags: OrderKind = {
  tools: { find_ads: 'propose_ad_tags', find_posts: 'propose_post_tags', find_profiles: 'propose_profile_tags' },
  example: 'Tag these as “winner”',
  read(text) {
    for (const how of ['replace', 'add', 'remove'] as const) {
      const parts = HOW[how](text);
      const change_tags = parts ? named(parts['tags'] ?? '') : [];
      if (parts && change_tags.length) return { which: parts['which'] ?? '', change: { how, change_tags } };
    }
    return null;
  },
};

/** The tags of a list: 'winner, sale and “spring and summer”'. */
const named = (text: string): string[] =>
  (text.match(/["“”][^"“”]+["“”]|[^,]+?(?=\s*(?:,|\band\b|$))/g) ?? [])
    .map((tag) => unquoted(tag.replace(/^\s*(?:and|,)\s*/i, '')).replace(/\s+tags?$/i, ''))
    .filter((tag) => /[^\s,]/.test(tag) && !/^and$/i.test(tag));
