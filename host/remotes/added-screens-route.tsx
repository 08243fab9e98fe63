import { useEffect, useState } from 'react';
import type { Area } from 'contract/console-config';
import { useCurrentUser } from 'shared-auth';
import { AccessDenied, Spinner } from 'shared-ui';
import { matchPath, useLocation, useRoutes } from 'shared-ui/router';
import { NotFound } from '../config/not-found';
import { isOpenTo } from '../config/is-open-to';
import { useAddedOf, type AddedRoute } from './added-screens';
import { AreaFailure } from './area-failure';
import type { RemoteFailure } from './remote-failure';
import { RemoteScreen } from './remote-screen';
import { askForScreens } from './remotes';

/**
 * Every address below an area's name: the screens that its remote adds. Which there are is asked of its manifest, and the
 * group is checked here, before any of its code is fetched.
 */
export function AddedScreens({ area }: { area: Area }) {
  const { pathname } = useLocation();
  const added = useAddedOf(area);
  const route = added?.screens.find(({ path }) => matchPath(path, pathname));
  const [asked, setAsked] = useState<{ pathname: string; failure: RemoteFailure | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isKnown = route !== undefined;
  useEffect(() => {
    if (isKnown) return;
    let isAwaited = true;
    // Asked also where it was read before: a release since then may have added it.
    askForScreens(area).then(
      () => isAwaited && setAsked({ pathname, failure: null }),
      (failure: RemoteFailure) => isAwaited && setAsked({ pathname, failure }),
    );
    return () => {
      isAwaited = false;
    };
  }, [area, pathname, isKnown, attempt]);
  if (route) return <AddedScreen key={route.path} route={route} />;
  if (asked?.pathname !== pathname) return <Spinner page />;
  const { failure } = asked;
  if (!failure) throw new NotFound();
  const retry = () => {
    setAsked(null);
    setAttempt(attempt + 1);
  };
  return <AreaFailure failure={failure} reportId={null} onRetry={retry} />;
}

function AddedScreen({ route }: { route: AddedRoute }) {
  const user = useCurrentUser();
  // A route of its own, so that the screen reads its parameters as the console's own screens do.
  const path = route.path.slice(route.area.length + 2);
  const element = useRoutes([{ path, element: <RemoteScreen {...route} /> }]);
  if (!isOpenTo(user, route.groups)) return <AccessDenied role={route.groups[0]} />;
  return element;
}
