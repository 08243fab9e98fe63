import type { Infer } from 'contract/schema';
import type { Post, postRefresh, postRefreshed } from 'contract/social/posts';
import { resourceCalls } from 'shared-auth';
import { formatNumber, type useTell } from 'shared-ui';
import type { BulkRun, useCall } from 'shared-ui/list-screen';

const { refresh } = resourceCalls('social-media-posts', ({ build, path }) => ({
  // They are read within a minute: there is nothing to load again before.
  refresh: build.mutation<Infer<typeof postRefreshed>, Infer<typeof postRefresh>>({
    query: (body) => ({ method: 'POST', path: `${path}/refresh`, body }),
  }),
}));

type Tell = ReturnType<typeof useTell>;

/** Tells how many will be read, or why none is. */
async function tellWhenQueued<Result>(
  sent: Promise<Result>,
  { tell, of, queuedOf }: { tell: Tell; of: number; queuedOf: (result: Result) => number },
): Promise<Result> {
  const result = await tell.failureOf(sent, of === 1 ? 'The post is not read now' : 'The posts are not read now');
  const queued = queuedOf(result);
  const posts = of === 1 ? 'The post' : `${formatNumber(queued)}${queued < of ? ` of ${formatNumber(of)}` : ''} posts`;
  tell.success(
    `${posts} will be read within a minute`,
    queued < of ? 'The others are on no connected platform.' : undefined,
  );
  return result;
}

/** Has a post read again from its platform (DECISIONS §13). */
export const readPost = ({ id }: Pick<Post, 'id'>, change: ReturnType<typeof useCall>['change'], tell: Tell) =>
  tellWhenQueued(change(refresh, { post_ids: [id] }), { tell, of: 1, queuedOf: ({ queued }) => queued });

/** Has the selected posts read again, of whichever companies; those on a platform that is not connected are left. */
export const readPosts = (rows: readonly Pick<Post, 'id'>[], bulk: BulkRun, tell: Tell) =>
  tellWhenQueued(
    bulk.inParts(rows, {
      by: () => null,
      send: async (part) => {
        const { queued } = await bulk.change(refresh, { post_ids: part.map(({ id }) => id) });
        return { success_count: queued, error_count: 0, errors: [] };
      },
    }),
    { tell, of: rows.length, queuedOf: ({ success_count }) => success_count },
  );
