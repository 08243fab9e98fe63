import type { FacebookAd, FacebookAdListQuery, FacebookAdPreview } from 'contract/ads/facebook-ads';
import { resourceCalls, saveFile } from 'shared-auth';
import { tagCalls } from 'shared-ui/tags';

/** POST /facebook-ads/export/: the file of these ads, or of all that the filters match, written by the service. */
const exportFile = (query: FacebookAdListQuery, ids: readonly number[] | undefined, fileName: string) => {
  const { page: _page, page_size: _size, sort: _sort, ...filters } = query;
  return saveFile('/facebook-ads/export/', { body: { ...filters, ad_ids: ids } }, fileName);
};

/** The calls of specification 1 §7 'Facebook ads' that the screen makes. */
export const facebookAdCalls = {
  ...resourceCalls('facebook-ads', (ads) => ({
    list: ads.list<FacebookAd, FacebookAdListQuery>(),
    matching: ads.matching<FacebookAdListQuery>(),
    get: ads.get<FacebookAd>(),
    getPreview: ads.build.query<FacebookAdPreview, number>({ query: (id) => ({ path: `${ads.path}/${id}/preview` }) }),
    ...tagCalls(ads),
  })),
  exportFile,
};
