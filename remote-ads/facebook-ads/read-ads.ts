import type { Infer } from 'contract/schema';
import type { FacebookAd, facebookAdRefresh, refreshResponse } from 'contract/ads/facebook-ads';
import { resourceCalls } from 'shared-auth';
import { formatNumber, type useTell } from 'shared-ui';
import type { BulkRun, useCall } from 'shared-ui/list-screen';

const { refresh } = resourceCalls('facebook-ads', ({ build, path }) => ({
  // They are read within a minute: there is nothing to load again before.
  refresh: build.mutation<Infer<typeof refreshResponse>, Infer<typeof facebookAdRefresh>>({
    query: (body) => ({ method: 'POST', path: `${path}/refresh`, body }),
  }),
}));

type Tell = ReturnType<typeof useTell>;

/** Tells how many will be read, or why none is. */
async function tellWhenQueued<Result>(
  sent: Promise<Result>,
  { tell, of, queuedOf }: { tell: Tell; of: number; queuedOf: (result: Result) => number },
): Promise<Result> {
  const result = await tell.failureOf(sent, of === 1 ? 'The ad is not read now' : 'The ads are not read now');
  const queued = queuedOf(result);
  const ads = of === 1 ? 'The ad' : `${formatNumber(queued)}${queued < of ? ` of ${formatNumber(of)}` : ''} ads`;
  tell.success(
    `${ads} will be read within a minute`,
    queued < of ? 'The others are of no connected account.' : undefined,
  );
  return result;
}

/** Has an ad read again from its account (DECISIONS §13). */
export const readAd = ({ id }: Pick<FacebookAd, 'id'>, change: ReturnType<typeof useCall>['change'], tell: Tell) =>
  tellWhenQueued(change(refresh, { ad_ids: [id] }), { tell, of: 1, queuedOf: ({ queued }) => queued });

/** Has the selected ads read again; those of an account that is not connected are left. */
export const readAds = (rows: readonly Pick<FacebookAd, 'id'>[], bulk: BulkRun, tell: Tell) =>
  tellWhenQueued(
    bulk.inParts(rows, {
      by: () => null,
      send: async (part) => {
        const { queued } = await bulk.change(refresh, { ad_ids: part.map(({ id }) => id) });
        return { success_count: queued, error_count: 0, errors: [] };
      },
    }),
    { tell, of: rows.length, queuedOf: ({ success_count }) => success_count },
  );
