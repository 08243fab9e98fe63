import type { RemoteScreens } from 'shared-ui';

/** The screens of this remote, by path. */
export const screens = {
  '/agent-definitions': () =>
    import(/* webpackChunkName: 'agent-definitions' */ './agent-definitions/agent-definitions.screen'),
  '/knowledge': () => import(/* webpackChunkName: 'knowledge' */ './knowledge/knowledge.screen'),
  '/agent-chat': () => import(/* webpackChunkName: 'agent-chat' */ './agent-chat/agent-chat.screen'),
} satisfies RemoteScreens;
