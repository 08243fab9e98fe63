import type { RemoteScreens } from 'shared-ui';

/** What the host meets of this remote. */
export const screens = {
  '/agent-definitions': () =>
    import(/* webpackChunkName: 'agent-definitions' */ './agent-definitions/agent-definitions.screen'),
  '/knowledge': () => import(/* webpackChunkName: 'knowledge' */ './knowledge/knowledge.screen'),
  '/agent-chat': () => import(/* webpackChunkName: 'agent-chat' */ './agent-chat/agent-chat.screen'),
} satisfies RemoteScreens;
