import { partOf } from '../loading/part-of';

/** The dashboard, which no list waits for. */
export const dashboard = partOf(
  () => import(/* webpackChunkName: 'dashboard' */ './dashboard.screen'),
  'The dashboard could not be shown',
);
