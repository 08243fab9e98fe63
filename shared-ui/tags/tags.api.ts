/** The tag calls, the same for every resource that can carry tags (specification 1 §7 'Tags', 2 §7.3, §7.4). */
import type { BulkResponse } from 'contract/bulk';
import type { BulkTagAdd, BulkTagRemove, ResourceTags } from 'contract/tag-calls';
import type { Resource } from 'shared-auth';

/** One tag of one resource. */
export interface TagOfRecord {
  id: number;
  name: string;
}

/**
 * The tag calls of one resource. Every change reloads the resource's lists and the suggestions.
 *
 * @example resourceCalls('facebook-ads', (ads) => ({ list: ads.list<FacebookAd>(), ...tagCalls(ads) }))
 */
export function tagCalls<Tag extends string>({ build, path, tag }: Resource<Tag | 'tags'>) {
  const invalidatesTags = [tag, 'tags'] as const;
  const bulk = <Body extends object>(action: 'add' | 'remove') =>
    build.mutation<BulkResponse, Body>({
      query: (body) => ({ method: 'POST', path: `${path}/tags/bulk/${action}`, body }),
      invalidatesTags,
    });
  return {
    /** GET the tags of one resource. */
    getTags: build.query<ResourceTags, number>({
      query: (id) => ({ path: `${path}/${id}/tags/` }),
      providesTags: [tag],
    }),
    /** POST one tag to one resource; a tag that is not there yet is made. */
    addTag: build.mutation<ResourceTags, TagOfRecord>({
      query: ({ id, name }) => ({
        method: 'POST',
        path: `${path}/${id}/tags`,
        body: { tag_name: name, create_if_not_exists: true },
      }),
      invalidatesTags,
    }),
    /** DELETE one tag from one resource; the name is any text and travels URL-encoded. */
    removeTag: build.mutation<null, TagOfRecord>({
      query: ({ id, name }) => ({ method: 'DELETE', path: `${path}/${id}/tags/${encodeURIComponent(name)}` }),
      invalidatesTags,
    }),
    /** POST tags to many resources. */
    addTagsToMany: bulk<BulkTagAdd>('add'),
    /** POST: takes tags off many resources. */
    removeTagsFromMany: bulk<BulkTagRemove>('remove'),
  };
}
