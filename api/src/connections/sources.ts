/** The sources by name: a line each, and nothing else names them. */
import type { Sources } from './reading';

export const SOURCES: Sources = {
  connected: {},
  klaviyo: null,
};
