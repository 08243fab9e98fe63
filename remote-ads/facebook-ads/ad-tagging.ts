import type { Tagging } from 'shared-ui/tags';
import { facebookAdsApi } from './facebook-ads.api';

const { endpoints } = facebookAdsApi;

/** How ads are tagged (specification 1 §7 'Facebook ads', §8). */
export const adTagging: Tagging = {
  resourceType: 'facebook_ad',
  noun: { one: 'ad', many: 'ads' },
  calls: {
    get: endpoints.getFacebookAdTags,
    add: endpoints.addFacebookAdTag,
    remove: endpoints.removeFacebookAdTag,
    addToMany: endpoints.addTagsToFacebookAds,
    removeFromMany: endpoints.removeTagsFromFacebookAds,
  },
};
