/** The calls of the screens of tags (DECISIONS §6, §16). */
import type { Paged } from 'contract/paging';
import type { Tag, TagMerge } from 'contract/tag-calls';
import { RESOURCE_TYPES, type ResourceType } from 'contract/tags';
import type { TagByName, TagRename, TagsByNameQuery } from 'contract/tags-by-name';
import { injectEndpoints } from 'shared-auth';

/** The query as a screen's own filters make it: the kinds are the screen's. */
export type TagsOfScreenQuery = Omit<TagsByNameQuery, 'resource_types'>;

// The lists show tags by their names.
const invalidatesTags = ['tags', 'facebook-ads', 'social-media-profiles', 'social-media-posts'] as const;

const { endpoints } = injectEndpoints(invalidatesTags, (build) => {
  const list = (resource_types: ResourceType[]) =>
    build.query<Paged<TagByName>, TagsOfScreenQuery>({
      query: (query) => ({ path: '/tags/by-name', query: { ...query, resource_types } }),
      providesTags: ['tags'],
    });
  return {
    adTags: list(['facebook_ad']),
    socialTags: list(RESOURCE_TYPES.filter((type) => type !== 'facebook_ad')),
    renameTag: build.mutation<Tag, TagRename & { id: number }>({
      query: ({ id, ...body }) => ({ method: 'POST', path: `/tags/${id}/rename`, body }),
      invalidatesTags,
    }),
    mergeTags: build.mutation<unknown, TagMerge>({
      query: (body) => ({ method: 'POST', path: '/tags/merge', body }),
      invalidatesTags,
    }),
    deleteTag: build.mutation<null, number>({
      query: (id) => ({ method: 'DELETE', path: `/tags/${id}` }),
      invalidatesTags,
    }),
  };
});

export const { renameTag, mergeTags, deleteTag } = endpoints;

/** The list of each area's screen. */
export const LISTS = { ads: endpoints.adTags, social: endpoints.socialTags };
