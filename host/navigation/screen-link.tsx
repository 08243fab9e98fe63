import type { ComponentProps } from 'react';
import type { Area } from 'contract/console-config';
import type { ScreenPath } from 'shared-ui';
import { Link } from 'shared-ui/router';
import { activity } from '../activity/activity-part';
import { preloadScreen } from '../remotes/remotes';

interface ScreenLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  path: ScreenPath;
  /** Whose remote draws it; null: the host does. */
  area: Area | null;
  /** Search part of the address. */
  query?: URLSearchParams;
}

/** Leads to a screen, which begins to load when it is pointed at. */
export function ScreenLink({ path, area, query, onFocus, onPointerEnter, ...rest }: ScreenLinkProps) {
  const preload = () => void (area === null ? activity.preload() : preloadScreen(area, path));
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
