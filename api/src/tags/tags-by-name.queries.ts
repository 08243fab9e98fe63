/** The tags of an area's screen, by name over the kinds of its resources (DECISIONS §16). */
import { sql, type Kysely } from 'kysely';
import type { Paged } from 'contract/paging';
import { TAGS_BY_NAME_SORT, type TagByName, type TagsByNameQuery } from 'contract/tags-by-name';
import type { Tables } from '../database/connection';
import { byText, byValue, contains, listPage, nullsLast, type Listing } from '../database/list';
import { requireCompany, type Caller } from '../http/access';
import { nearDuplicates } from './near-tags';
import { askedTypes } from './tags.queries';

const LISTING: Listing<'name' | 'usage_count' | 'last_used_on'> = {
  sorts: {
    name: byText('name'),
    usage_count: byValue('usage_count'),
    last_used_on: nullsLast(byValue('last_used_on')),
  },
  defaultSort: TAGS_BY_NAME_SORT,
  id: 'id',
};

/** One page of the names of a company's tags, each with its tag of every kind and the names that are near it. */
export async function listTagsByName(
  db: Kysely<Tables>,
  caller: Caller,
  query: TagsByNameQuery,
): Promise<Paged<TagByName>> {
  const { company_id, resource_types, search, only } = query;
  const types = resource_types.flatMap((type) => askedTypes(caller, type));
  await requireCompany(db, caller, company_id);
  const tags = db.selectFrom('tags').where('company_id', '=', company_id).where('resource_type', 'in', types);
  const names = tags
    .select(['name_key', 'company_id', sql<number>`min(id)`.as('id')])
    .groupBy(['company_id', 'name_key']);
  const spelt = names.select([
    sql<string>`(array_agg(name order by id))[1]`.as('name'),
    sql<number[]>`array_agg(id)`.as('ids'),
    sql<string | null>`max(last_used_on)`.as('last_used_on'),
  ]);
  const near = nearDuplicates((await spelt.execute()).map(({ name }) => name));
  let selected = db
    .selectFrom(spelt.as('named'))
    .select(['id', 'name', 'company_id', 'last_used_on'])
    .select(sql<number>`(select count(*) from tag_uses where tag_id = any(ids))`.as('usage_count'))
    .select(
      sql<TagByName['tags']>`(
        select jsonb_agg(jsonb_build_object(
          'id', id, 'name', name, 'resource_type', resource_type,
          'usage_count', (select count(*) from tag_uses where tag_id = tags.id)) order by resource_type)
        from tags where id = any(named.ids))`.as('tags'),
    );
  if (search !== undefined) selected = selected.where(contains('name', search));
  if (only === 'unused')
    selected = selected.where(sql<boolean>`not exists (select from tag_uses where tag_id = any(ids))`);
  if (only === 'similar') selected = selected.where(sql<boolean>`name = any(${[...near.keys()]}::text[])`);
  const page = await listPage(selected, LISTING, query);
  return { ...page, items: page.items.map((row) => ({ ...row, similar: [...(near.get(row.name) ?? [])] })) };
}
