import type { RemoteScreens } from 'shared-ui';

/** What the host meets of this remote. */
export const screens = {
  '/agent-chat': () => import('./agent-chat/agent-chat.screen'),
} satisfies RemoteScreens;
