import type { Infer } from 'contract/schema';
import type {
  Post,
  PostBulkCreate,
  PostBulkCreated,
  PostBulkStatus,
  PostListQuery,
  PostWrite,
  postBulkDelete,
} from 'contract/social/posts';
import { resourceCalls } from 'shared-auth';
import { tagCalls } from 'shared-ui/tags';

/** The calls of specification 2 §7.4. */
export const postCalls = resourceCalls('social-media-posts', (posts) => ({
  ...posts.regular<Post, PostListQuery, PostWrite>(),
  addMany: posts.bulk<PostBulkCreate, PostBulkCreated>('bulk/create'),
  updateStatus: posts.bulk<PostBulkStatus>('bulk/update-status'),
  removeMany: posts.bulk<Infer<typeof postBulkDelete>>('bulk/delete'),
  ...tagCalls(posts),
}));
