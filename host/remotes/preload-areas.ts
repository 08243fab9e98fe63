import type { CurrentUser } from 'contract/session';
import { whenIdle } from 'shared-ui';
import { dashboard } from '../dashboard/dashboard-part';
import { isOpenTo } from '../config/is-open-to';
import { ROUTES } from '../config/route-table';
import { preloadScreen } from './remotes';
import { whenNetworkIdle } from './when-network-idle';

/** Facts a browser may give of its line (Network Information); not every one does. */
interface Line {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the line is one on which nothing is prefetched: metered or slow. */
function isDear(): boolean {
  const { saveData, effectiveType = '4g' } = (navigator as { connection?: Line }).connection ?? {};
  return saveData === true || effectiveType !== '4g';
}

/**
 * Loads and compiles the dashboard and the screens that the person may open, one after the other and while the page is idle, so that
 * the first visit of another area waits for its rows alone. A failure is forgotten: opening the screen asks again.
 *
 * @returns calls off what has not started
 */
export function preloadAreas(user: Pick<CurrentUser, 'groups'>): () => void {
  if (isDear()) return () => undefined;
  let open = ROUTES.filter(({ area, entry, groups }) => area && entry && isOpenTo(user, groups));
  let callOff: () => void = () => undefined;
  const next = () => {
    const route = open.shift();
    if (!route?.area) return;
    void preloadScreen(route.area, route.path).then((isThere) => {
      // The parts its other screens need are as broken for them.
      if (!isThere) open = open.filter(({ area }) => area !== route.area);
      callOff = whenIdle(next);
    });
  };
  callOff = whenNetworkIdle(() => void dashboard.preload().then(next));
  return () => {
    open = [];
    callOff();
  };
}
