import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'shared-ui/router';
import { useSession } from 'shared-auth';
import { Spinner } from 'shared-ui';
import { rememberGroups } from '../remotes/preload-at-start';
import { signedIn } from './signed-in-part';

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
    <signedIn.Part>
      {({ Navigation }) => (
        <Navigation>
          <Outlet />
        </Navigation>
      )}
    </signedIn.Part>
  );
}
