import { inGroup, useCurrentUser } from 'shared-auth';
import { AccessDenied } from 'shared-ui';
import { useMatches } from 'shared-ui/router';
import { WaysOn } from './navigation/ways-on';
import { OwnScreen } from './own-screen';
import { RemoteScreen } from './remotes/remote-screen';
import type { Route } from './route-table';

/** The screens of the route table: the group is checked here, so nobody without it downloads the screen. */
export function GuardedArea() {
  const user = useCurrentUser();
  const route = useMatches().at(-1)?.handle as Route;
  const { area, path } = route;
  if (route.groups.length === 0 || inGroup(user, ...route.groups))
    return area === null ? <OwnScreen /> : <RemoteScreen route={{ area, path }} />;
  return (
    <AccessDenied role={route.groups[0]} actions={<WaysOn />}>
      {route.denied}
    </AccessDenied>
  );
}
