/** Proposals about the tags of ads, posts and profiles (DECISIONS §6, §9). */
import type { ListAddress } from 'contract/agents/tool-results';
import { tagKey, type ResourceType } from 'contract/tags';
import { addTagsInBulk, removeTagsInBulk, replaceTagsInBulk } from '../../tags/resource-tags.queries';
import { TAGGABLES } from '../../tags/taggable';
import { inWords } from '../tools/companies-in-reach.queries';
import type { Proposable } from './proposable';
import { taggedNoun, type ProposedRecord } from './proposed-records.queries';

/** The change: tags that are added to what a record carries, taken off it, or put in the place of all. */
export interface TagChange {
  readonly how: 'add' | 'remove' | 'replace';
  readonly tags: readonly string[];
}

const FILTERS: Readonly<Record<ResourceType, (tags: readonly string[]) => ListAddress['query']>> = {
  facebook_ad: (include_tags) => ({ include_tags }),
  social_media_post: (tagged_with) => ({ tagged_with }),
  // The list of profiles takes one tag.
  social_media_profile: ([tag = '']) => ({ tag }),
};

/** The kind for one type of record. */
export function tagsOf(type: ResourceType): Proposable<TagChange> {
  const taggable = TAGGABLES[type];
  const { path } = taggable;
  return {
    noun: taggedNoun(type),
    route: ({ how }) =>
      how === 'replace'
        ? { method: 'PUT', path: `${path}/:id/tags` }
        : { method: 'POST', path: `${path}/tags/bulk/${how}` },
    changes(change, record) {
      const before = carriedBy(record);
      const after = changed(before, change);
      const keys = new Set(before.map(tagKey));
      const isSame = after.length === before.length && after.every((tag) => keys.has(tagKey(tag)));
      return isSame ? [] : [{ label: 'Tags', before: listed(before), after: listed(after) }];
    },
    words({ how, tags }, records) {
      const named = `the ${tags.length === 1 ? 'tag' : 'tags'} ${inWords(tags.map((tag) => `“${tag}”`))}`;
      const count = tags.length === 1 ? 'tag' : `${tags.length} tags`;
      if (how === 'add') return { summary: `Add ${named} to ${records}`, action: `Add ${count} to ${records}` };
      if (how === 'remove')
        return { summary: `Remove ${named} from ${records}`, action: `Remove ${count} from ${records}` };
      return { summary: `Replace all tags of ${records} by ${named}`, action: `Replace tags of ${records}` };
    },
    open: ({ how, tags }, company_id) => ({
      path: path as ListAddress['path'],
      query: { company_id, ...(how !== 'remove' && FILTERS[type](tags)) },
    }),
    async apply(db, caller, { companyId: company_id, body: { how, tags }, records }) {
      const named = { company_id, resource_ids: records.map(({ id }) => id) };
      if (how === 'replace') return replaceTagsInBulk(db, caller, taggable, { ...named, tags: [...tags] });
      const call = how === 'add' ? addTagsInBulk : removeTagsInBulk;
      return call(db, caller, taggable, { ...named, tag_names: [...tags] });
    },
  };
}

const carriedBy = ({ seen }: ProposedRecord) => seen['tags'] as readonly string[];
const listed = (tags: readonly string[]) => (tags.length ? tags.join(', ') : null);

/** The tags of a record after the change. */
function changed(before: readonly string[], { how, tags }: TagChange): readonly string[] {
  if (how === 'replace') return tags;
  const keys = new Set(tags.map(tagKey));
  const others = before.filter((tag) => !keys.has(tagKey(tag)));
  if (how === 'remove') return others;
  const carried = new Set(before.map(tagKey));
  return [...before, ...tags.filter((tag) => !carried.has(tagKey(tag)))];
}
