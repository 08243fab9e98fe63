/** Tags on their own screens: by name over the kinds of an area, and renamed (DECISIONS §16). */
import { listQuery, listResponse, partOf } from './paging';
import {
  calendarDate,
  choice,
  company,
  count,
  id,
  listOf,
  nullable,
  object,
  oneOf,
  response,
  text,
  type Infer,
} from './schema';
import { RESOURCE_TYPES, tagName } from './tags';

/** Body of POST /tags/{id}/rename. */
export const tagRename = object({ name: tagName }, ['name']);

const resource_type = oneOf('Kind', RESOURCE_TYPES);
const usage_count = count('Uses');

/** The tags of one name in a company, whatever kinds of resources carry them. */
export const tagByName = response({
  /** The least of the tags' ids. */
  id,
  name: text('Name'),
  company_id: company('Company'),
  usage_count,
  last_used_on: nullable(calendarDate('Last Used', {})),
  /** The names of tags that may be meant for the same. */
  similar: listOf(text('Tag'), { title: 'Similar Tags' }),
  /** The tag of each kind, spelt as it is. */
  tags: listOf(response({ id, name: text('Name'), resource_type, usage_count }), { title: 'Tags' }),
});

/** Query of GET /tags/by-name: of the kinds that are named. */
export const tagsByNameQuery = listQuery(
  {
    company_id: company('Company'),
    resource_types: listOf(resource_type, { title: 'Kinds', minItems: 1, maxItems: RESOURCE_TYPES.length }),
    search: partOf('Search'),
    only: choice('Show', { unused: 'Unused', similar: 'Near-duplicates' }),
  },
  ['name', 'usage_count', 'last_used_on'],
  ['company_id', 'resource_types'],
);

/** How they are sorted unless the query says. */
export const TAGS_BY_NAME_SORT = 'name';

/** Response of GET /tags/by-name. */
export const tagsByName = listResponse(tagByName);

export type TagRename = Infer<typeof tagRename>;
export type TagByName = Infer<typeof tagByName>;
export type TagsByNameQuery = Infer<typeof tagsByNameQuery>;
