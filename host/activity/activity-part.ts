import { partOf } from '../loading/part-of';

/** Activity, the host's own screen beside the dashboard. */
export const activity = partOf(
  () => import(/* webpackChunkName: 'activity' */ './activity.screen'),
  'Activity could not be shown',
);
