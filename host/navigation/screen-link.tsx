import type { ComponentProps } from 'react';
import type { Area } from 'api/contract/console-config';
import type { ScreenPath } from 'shared-ui';
import { Link } from 'shared-ui/router';
import { preloadScreen } from '../remotes/remotes';

interface ScreenLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  path: ScreenPath;
  area: Area;
  /** What the address says beside the path. */
  query?: URLSearchParams;
}

/** Leads to a screen, which begins to load when it is pointed at. */
export function ScreenLink({ path, area, query, onFocus, onPointerEnter, ...rest }: ScreenLinkProps) {
  return (
    <Link
      {...rest}
      to={query ? `${path}?${query}` : path}
      onPointerEnter={(event) => {
        preloadScreen(area, path);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        preloadScreen(area, path);
        onFocus?.(event);
      }}
    />
  );
}
