import type { CurrentUser } from 'contract/session';
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { Button } from '../button';
import { ViewsIcon } from '../icons';
import { useCommands } from '../commands/registry';
import { fetchEarly, useDialog } from '../use-dialog';
import { AskedViews } from './asked-views';
import type { ViewsBarProps } from './views-bar';
import './list-views.css';

const loadBar = () => import('./views-bar');

interface PlaceProps extends Pick<ViewsBarProps, 'list' | 'state' | 'views'> {
  /** The first rows are there: now there is time for the views. */
  ready: boolean;
}

/**
 * Saved views of a list (DECISIONS §11): the button of their menu, and once there is a view a row of tabs, whose room is
 * kept from the start where this browser remembers one.
 *
 * @returns the button, and the `bar` above the filters
 */
export function useViewsPlace({ list, state, views, ready }: PlaceProps) {
  const { user } = views;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [Bar, setBar] = useState<ComponentType<ViewsBarProps & { user: CurrentUser }>>();
  const { open } = useDialog();
  const load = useCallback(async () => {
    const { ViewsBar } = await loadBar();
    setBar(() => ViewsBar);
    return null;
  }, []);
  const hasTabs = views.views.length > 0 || (state.view !== undefined && state.view !== 'all');
  const wanted = ready && hasTabs;
  useEffect(() => {
    // Without it the list is as it would be without views; its button says why.
    if (wanted) fetchEarly(load)();
  }, [wanted, load]);

  const preload = fetchEarly(loadBar);
  const menuButton = useRef<HTMLButtonElement>(null);
  useCommands(() => [{ id: 'views', label: 'Views and columns', run: () => menuButton.current?.click() }]);
  const button = user && (
    <Button
      ref={menuButton}
      className="list-views-button"
      title="Views and columns"
      tone="quiet"
      icon={<ViewsIcon />}
      aria-haspopup="menu"
      aria-expanded={anchor !== null}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={({ currentTarget }) => {
        setAnchor(anchor ? null : currentTarget);
        void open(load);
      }}
    >
      <span>Views</span>
    </Button>
  );
  return {
    button,
    bar: (
      <div className="list-views" data-tabs={hasTabs}>
        {user && (
          <AskedViews {...views} ready={ready}>
            {(known) =>
              Bar && (
                <Bar
                  list={list}
                  state={state}
                  views={views}
                  known={known}
                  anchor={anchor}
                  user={user}
                  onClose={() => setAnchor(null)}
                />
              )
            }
          </AskedViews>
        )}
      </div>
    ),
  };
}
