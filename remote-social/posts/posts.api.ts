import type { Infer } from 'api/contract/schema';
import type {
  Post,
  PostBulkCreate,
  PostBulkCreated,
  PostBulkStatus,
  PostListQuery,
  PostWrite,
  postBulkDelete,
} from 'api/contract/social/posts';
import { injectEndpoints, resourceEndpoints } from 'shared-auth';
import { tagEndpoints } from 'shared-ui/tags';

/** The calls of specification 2 §7.4. */
export const postsApi = injectEndpoints(['social-media-posts', 'tags'], (build) => {
  const resource = { path: '/social-media-posts', tag: 'social-media-posts' } as const;
  const posts = resourceEndpoints(build, resource);
  const tags = tagEndpoints(build, resource);
  return {
    listPosts: posts.list<Post, PostListQuery>(),
    getPost: posts.get<Post>(),
    createPost: posts.create<Post, PostWrite>(),
    updatePost: posts.update<Post, PostWrite>(),
    deletePost: posts.remove(),
    addPosts: posts.bulk<PostBulkCreate, PostBulkCreated>('bulk/create'),
    updatePostStatus: posts.bulk<PostBulkStatus>('bulk/update-status'),
    deletePosts: posts.bulk<Infer<typeof postBulkDelete>>('bulk/delete'),
    getPostTags: tags.get(),
    addPostTag: tags.add(),
    removePostTag: tags.remove(),
    addTagsToPosts: tags.addToMany(),
    removeTagsFromPosts: tags.removeFromMany(),
  };
});
