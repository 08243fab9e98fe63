import type { Pictures } from 'contract/pictures';
import type { Post } from 'contract/social/posts';
import type { Reviewed, ReviewNext } from 'contract/social/review';
import { resourceCalls } from 'shared-auth';

/** The decision on a post: its status, and why. */
export interface Decision {
  readonly status: Post['status'];
  readonly status_message?: string;
}

/** The calls of the review queue (DECISIONS §16). */
export const reviewCalls = resourceCalls('social-media-posts', (posts) => ({
  /** Leases posts to this session; nothing that is shown changes with it. */
  next: posts.build.mutation<Reviewed, ReviewNext>({
    query: (body) => ({ method: 'POST', path: `${posts.path}/review/next`, body }),
  }),
  decide: posts.update<Post, Decision>(),
  pictures: posts.build.query<Pictures, readonly number[]>({
    query: (ids) => ({ path: `${posts.path}/pictures`, query: { ids } }),
  }),
}));
