import { useCurrentUser } from 'shared-auth';
import { activity } from '../activity/activity-part';
import { AccessDenied } from 'shared-ui';
import { matchPath, useLocation } from 'shared-ui/router';
import { WaysOn } from '../navigation/ways-on';
import { RemoteScreen } from '../remotes/remote-screen';
import { NotFound } from '../config/not-found';
import { isOpenTo } from '../config/is-open-to';
import { ROUTES } from '../config/route-table';

const OwnScreen = () => <activity.Part>{({ default: Activity }) => <Activity />}</activity.Part>;

/** The screens of the route table: the group is checked here, so the screen is not downloaded without it. */
export function GuardedArea() {
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const route = ROUTES.find(({ path }) => matchPath(path, pathname));
  const id = route && matchPath(route.path, pathname)?.params.id;
  // An invalid id (`abc`, `1e3`) is no address, as any other that the console does not have.
  if (!route || (id !== undefined && !/^[1-9]\d{0,9}$/.test(id))) throw new NotFound();
  const { area, path } = route;
  if (isOpenTo(user, route.groups)) return area === null ? <OwnScreen /> : <RemoteScreen area={area} path={path} />;
  return (
    <AccessDenied role={route.groups[0]} actions={<WaysOn />}>
      {route.denied}
    </AccessDenied>
  );
}
