import type { RemoteScreens } from 'shared-ui';

/** What the host meets of this remote. */
export const screens = {
  '/agent-definitions': () => import('./agent-definitions/agent-definitions.screen'),
  '/knowledge': () => import('./knowledge/knowledge.screen'),
  '/agent-chat': () => import('./agent-chat/agent-chat.screen'),
} satisfies RemoteScreens;
