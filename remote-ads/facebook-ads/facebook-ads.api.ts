/** The calls of specification 1 §7 'Facebook ads' that the screen makes. */
import type { FacebookAd, FacebookAdListQuery, FacebookAdPreview } from 'api/contract/ads/facebook-ads';
import { injectEndpoints, resourceEndpoints, saveFile } from 'shared-auth';
import { tagEndpoints } from 'shared-ui/tags';

export const facebookAdsApi = injectEndpoints(['facebook-ads', 'tags'], (build) => {
  const ads = resourceEndpoints(build, { path: '/facebook-ads', tag: 'facebook-ads' });
  const tags = tagEndpoints(build, { path: '/facebook-ads', tag: 'facebook-ads' });
  return {
    listFacebookAds: ads.list<FacebookAd, FacebookAdListQuery>(),
    getFacebookAdPreview: build.query<FacebookAdPreview, number>({
      query: (id) => ({ path: `/facebook-ads/${id}/preview` }),
    }),
    getFacebookAdTags: tags.get(),
    addFacebookAdTag: tags.add(),
    removeFacebookAdTag: tags.remove(),
    addTagsToFacebookAds: tags.addToMany(),
    removeTagsFromFacebookAds: tags.removeFromMany(),
  };
});

/** POST /facebook-ads/export/: the file of these ads, or of all that the filters match, written by the service. */
export const exportFacebookAds = (query: FacebookAdListQuery, ids: readonly number[] | undefined, fileName: string) => {
  const { page: _page, page_size: _size, sort: _sort, ...filters } = query;
  return saveFile('/facebook-ads/export/', { body: { ...filters, ad_ids: ids } }, fileName);
};
