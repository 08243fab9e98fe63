import { fetchEarly, LatePart } from 'shared-ui';

const load = () => import(/* webpackChunkName: 'activity' */ './activity/activity.screen');

/** Fetches the host's own screen ahead of its use; when that fails, its use says so. */
export const preloadOwnScreen = fetchEarly(load);

/** Activity, the host's own screen beside the dashboard, as soon as its code is there. */
export const OwnScreen = () => (
  <LatePart load={load} failure="Activity could not be shown" page>
    {({ default: Activity }) => <Activity />}
  </LatePart>
);
