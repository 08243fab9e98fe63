/** How one kind of record is tagged: its calls and its words, handed to the parts of this folder. */
import type { BulkResponse } from 'contract/bulk';
import type { BulkTagAdd, BulkTagRemove, ResourceTags } from 'contract/tag-calls';
import type { ResourceType } from 'contract/tags';
import type { Mutation } from '../list-screen/list-calls';
import type { TagOfRecord } from './tags.api';

export interface Tagging {
  readonly resourceType: ResourceType;
  /** 'Added tags to 3 ads', 'Added 2 tag(s) to ad'. */
  readonly noun: { readonly one: string; readonly many: string };
  /** Those of `tagCalls`. */
  readonly calls: {
    readonly getTags: {
      useQuery(id: number): { data?: ResourceTags; error?: unknown; isFetching: boolean; refetch(): unknown };
    };
    readonly addTag: Mutation<TagOfRecord, ResourceTags>;
    readonly removeTag: Mutation<TagOfRecord, null>;
    readonly addTagsToMany: Mutation<BulkTagAdd, BulkResponse>;
    readonly removeTagsFromMany: Mutation<BulkTagRemove, BulkResponse>;
  };
  /** Its bulk calls name the company in their body, and so are made for one company at a time (specification 2 §7.4). */
  readonly namesCompany?: boolean;
}

/** A record as the tag parts read it. */
export interface Tagged {
  readonly id: number;
  readonly company_id: number;
  readonly tags: readonly string[];
}
