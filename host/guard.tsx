import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'shared-ui/router';
import { inGroup, useCurrentUser, useSession } from 'shared-auth';
import { AccessDenied, Spinner } from 'shared-ui';
import { Navigation } from './navigation/navigation';
import type { Route } from './route-table';
import { rememberGroups } from './remotes/preload-at-start';
import { RemoteScreen } from './remotes/remote-screen';

/** Lets signed-in people through (specification 1 §4, route guard); everything inside it has a current user. */
export function SignedInOnly() {
  const { loading, user, endedBecause } = useSession();
  const location = useLocation();
  useEffect(() => {
    if (user) rememberGroups(user);
  }, [user]);
  if (loading) return <Spinner page />;
  // Only a session that was ended leads back to its page; a person who just signs in starts at the dashboard.
  const from = endedBecause ? location.pathname + location.search : undefined;
  if (!user) return <Navigate to="/login" replace state={{ from }} />;
  return (
    <Navigation>
      <Outlet />
    </Navigation>
  );
}

/** The screens of the route table: the group is checked here, so nobody without it downloads the remote. */
export function GuardedArea() {
  const user = useCurrentUser();
  const route = useMatches().at(-1)?.handle as Route;
  if (route.groups.length === 0 || inGroup(user, ...route.groups)) return <RemoteScreen route={route} />;
  return <AccessDenied role={route.groups[0]}>{route.denied}</AccessDenied>;
}
