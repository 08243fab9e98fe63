import type { Tagging } from 'shared-ui/tags';
import { facebookAdCalls } from './facebook-ads.api';

/** How ads are tagged (specification 1 §7 'Facebook ads', §8). */
export const adTagging: Tagging = {
  resourceType: 'facebook_ad',
  noun: { one: 'ad', many: 'ads' },
  calls: facebookAdCalls,
};
