/** The sources by name: a line each, and nothing else names them. */
import { klaviyoClient } from './klaviyo/client';
import { metaSource } from './meta/reading';
import type { Sources } from './reading';
import { shopifySource } from './shopify/reading';
import { youtubeSource } from './youtube/reading';

export const SOURCES: Sources = {
  connected: { shopify: shopifySource, meta: metaSource, youtube: youtubeSource },
  klaviyo: klaviyoClient,
};
