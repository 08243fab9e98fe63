import type { RemoteScreens } from 'shared-ui';

/** What this remote shows. The host calls a route that is not here "not deployed". */
export const screens: RemoteScreens = {};
