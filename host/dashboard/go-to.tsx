import { useId } from 'react';
import type { ScreenPath } from 'shared-ui';
import { useOpenScreens, type OpenScreen } from '../navigation/open-screens';
import { ScreenIcon } from '../navigation/screen-icon';
import { ScreenLink } from '../navigation/screen-link';
import './go-to.css';

/** Purpose of a screen, in a few words. */
const WORDS: Partial<Record<ScreenPath, string>> = {
  '/company-management': 'Settings and integrations',
  '/product-variants': 'Names, overrides and costs',
  '/facebook-ads': 'Spend, previews and tags',
  '/agent-definitions': 'Prompts and their knowledge',
  '/knowledge': 'What agents can look up',
  '/social-media-post-criteria': 'What counts as a valid post',
  '/social-media-search-terms': 'Searches on each platform',
  '/social-media-profiles': 'Monitored accounts',
  '/social-media-posts': 'Posts, their status and tags',
  '/agent-chat': 'Ask an agent about your data',
  '/activity': 'Who changed what, and when',
};

/** A tile for every screen that the person may open, in their menu or not. */
export function GoTo() {
  const titleId = useId();
  const screens = useOpenScreens();
  return (
    <nav className="go-to" aria-labelledby={titleId}>
      <h2 id={titleId}>Go to</h2>
      <ul>
        {screens.map((screen) => (
          <Tile key={screen.path} {...screen} />
        ))}
      </ul>
    </nav>
  );
}

function Tile({ path, name }: OpenScreen) {
  const id = useId();
  const words = WORDS[path];
  return (
    <li>
      <ScreenIcon path={path} />
      <ScreenLink path={path} aria-describedby={words && id}>
        {name}
      </ScreenLink>
      {words && <span id={id}>{words}</span>}
    </li>
  );
}
