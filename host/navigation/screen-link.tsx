import type { ComponentProps } from 'react';
import type { Area } from 'contract/console-config';
import type { ScreenPath } from 'shared-ui';
import { Link } from 'shared-ui/router';
import { activity } from '../activity/activity-part';
import { ROUTES } from '../config/route-table';
import { preloadScreen } from '../remotes/remotes';

interface ScreenLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  path: ScreenPath;
  /** Search part of the address. */
  query?: URLSearchParams;
}

/** The area whose remote renders a screen; null: the host does. An added screen lies below its area's name. */
const areaOf = (path: ScreenPath): Area | null => {
  const route = ROUTES.find((one) => one.path === path);
  return route ? route.area : (path.split('/')[1] as Area);
};

/** Leads to a screen, which begins to load when it is pointed at. */
export function ScreenLink({ path, query, onFocus, onPointerEnter, ...rest }: ScreenLinkProps) {
  const preload = () => {
    const area = areaOf(path);
    void (area === null ? activity.preload() : preloadScreen(area, path));
  };
  return (
    <Link
      {...rest}
      to={query ? `${path}?${query}` : path}
      onPointerEnter={(event) => {
        preload();
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        preload();
        onFocus?.(event);
      }}
    />
  );
}
