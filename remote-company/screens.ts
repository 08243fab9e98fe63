import type { RemoteScreens } from 'shared-ui';

/** What the host meets of this remote. */
export const screens = {
  '/company-management': () => import('./companies/companies.screen'),
} satisfies RemoteScreens;
