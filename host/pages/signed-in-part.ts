import { partOf } from '../loading/part-of';

/** All that only signed-in people see of the host. */
export const signedIn = partOf(
  () => import(/* webpackChunkName: 'signed-in' */ './signed-in'),
  'The console could not be loaded',
  'whole',
);
