/** The sources by name: a line each, and nothing else names them. */
import { metaSource } from './meta/reading';
import type { Sources } from './reading';
import { youtubeSource } from './youtube/reading';

export const SOURCES: Sources = {
  connected: { meta: metaSource, youtube: youtubeSource },
  klaviyo: null,
};
