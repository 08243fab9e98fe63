import type { ConsolePath } from 'contract/console-paths';
import type { ScreenPath } from 'shared-ui';
import { useAddedScreens } from '../remotes/added-screens';

/** A screen's picture, in 24-unit strokes. */
const DRAWINGS: Partial<Record<ScreenPath, string>> = {
  '/': 'M4 4h7v8H4zm9 0h7v5h-7zM4 15h7v5H4zm9-3h7v8h-7z',
  '/company-management': 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3m-3 4h3m-3 4h3',
  '/product-variants': 'M12 3 4 7.5v9L12 21l8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  '/facebook-ads': 'M4 10v4h3l8 5V5l-8 5zm14.5-1.5a5 5 0 0 1 0 7M8 14l1.5 6h2.5',
  '/agent-definitions': 'M5 9h14v10H5zm7-5v5M9 13v2m6-2v2M2 13v3m20-3v3',
  '/knowledge': 'M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zm0 0v14',
  '/social-media-post-criteria': 'M4 6l1.5 1.5L8 5m3 1.5h9M4 12.5 5.5 14 8 11.5m3 1h9M4 19l1.5 1.5L8 18m3 1h9',
  '/social-media-search-terms': 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14m5 12 5 5',
  '/social-media-profiles': 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 20c1-4 4-5 8-5s7 1 8 5',
  '/social-media-posts': 'M4 5h16v14H4zm0 11 5-5 4 4 2.5-2.5L20 17M15 9h.01',
  '/agent-chat': 'M4 5h16v11H10l-5 4v-4H4zm4 4h8m-8 3h5',
  '/activity': 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16m0 4v4l3 2',
} satisfies Partial<Record<ConsolePath, string>>;

/** Of a screen that a remote adds without a picture of its own. */
const ADDED = 'M5 5h14v14H5zm4 5h6m-6 4h4';

/** The picture beside a screen's name; decoration. */
export function ScreenIcon({ path }: { path: ScreenPath }) {
  const added = useAddedScreens().find((screen) => screen.path === path);
  return (
    <svg className="screen-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[path] ?? added?.icon ?? ADDED} />
    </svg>
  );
}
