import { useEffect } from 'react';
import { useCurrentUser } from 'shared-auth';
import { makeFormatters, useToast } from 'shared-ui';
import { preloadAreas } from './preload-areas';
import { watchReleases } from './release-watch';
import { whenNetworkIdle } from './when-network-idle';

/**
 * Work done while somebody is signed in and the page is idle: making what formats values, watching for new releases,
 * and fetching the person's areas.
 */
export function useQuietWork() {
  const toasts = useToast();
  const user = useCurrentUser();
  useEffect(() => {
    let stop: () => void = () => undefined;
    const callOff = whenNetworkIdle(() => {
      makeFormatters();
      stop = watchReleases(toasts);
    });
    return () => {
      callOff();
      stop();
    };
  }, [toasts]);
  useEffect(() => preloadAreas(user), [user]);
}
