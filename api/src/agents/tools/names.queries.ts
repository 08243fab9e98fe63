/** The tags that a text names. */
import { sql, type Kysely } from 'kysely';
import { tagKey, type ResourceType } from 'contract/tags';
import type { Tables } from '../../database/connection';
import { isAuthorised, type Caller } from '../../http/access';
import { readableTypes } from '../../tags/taggable';

/** A tag of the companies in reach, and what carries it. */
export interface TagInText {
  name: string;
  on: ResourceType[];
}

const MOST_TAGS = 50;

/** The tags whose names stand somewhere in a text, the longest first, of the kinds that the person may read. */
export async function tagsWithin(db: Kysely<Tables>, caller: Caller, text: string): Promise<TagInText[]> {
  const types = readableTypes(caller);
  const { rows } = await sql<TagInText>`
    select min(name) as name, array_agg(distinct resource_type::text) as "on"
    from tags
    where resource_type::text = any(${types}::text[]) and strpos(${tagKey(text)}, name_key) > 0
      and ${isAuthorised(caller, 'company_id')}
    group by name_key order by length(name_key) desc, name_key limit ${MOST_TAGS}`.execute(db);
  return rows;
}
