/** The tags that a picker offers (specification 1 §7 'Tags'). */
import type { Paged } from 'contract/paging';
import type { Tag } from 'contract/tag-calls';
import { TAG_PAGE_SIZE, tagKey, type ResourceType } from 'contract/tags';
import { injectEndpoints } from 'shared-auth';

/** Which tags are meant: those of one kind of resource, in one company or, without one, in all the companies in reach. */
export interface TagScope {
  readonly resourceType: ResourceType;
  readonly companyId?: number | undefined;
}

/** Companies may have tags of the same name: each is suggested once. */
const namesOf = ({ items }: Pick<Paged<Tag>, 'items'>): string[] => [
  ...new Map(items.map(({ name }) => [tagKey(name), name])).values(),
];

export const { useSuggestTagsQuery } = injectEndpoints(['tags'], (build) => ({
  suggestTags: build.query<string[], TagScope & { search: string; near: true | undefined }>({
    query: ({ resourceType, companyId, ...asked }) => ({
      path: '/tags/',
      query: { company_id: companyId, resource_type: resourceType, ...asked, page: 1, page_size: TAG_PAGE_SIZE },
    }),
    transformResponse: namesOf,
    providesTags: ['tags'],
  }),
}));
