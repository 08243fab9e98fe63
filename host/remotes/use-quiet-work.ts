import { useEffect } from 'react';
import { useCurrentUser } from 'shared-auth';
import { makeFormatters, useToast } from 'shared-ui';
import { preloadAreas } from './preload-areas';
import { watchReleases } from './release-watch';
import { whenQuiet } from './when-quiet';

/**
 * What is done while somebody is signed in and the page is quiet: making what formats values, watching for new releases,
 * and fetching the person's areas.
 */
export function useQuietWork() {
  const toasts = useToast();
  const user = useCurrentUser();
  useEffect(() => {
    let stop: () => void = () => undefined;
    const callOff = whenQuiet(() => {
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
