import { useCurrentUser } from 'shared-auth';
import { signOut } from 'shared-auth/host';
import { useSettled, useTheme } from 'shared-ui';
import type { Command } from 'shared-ui/commands';
import { useLocation } from 'shared-ui/router';
import { useOpenScreens } from '../navigation/open-screens';
import { commandsApi } from './commands.api';
import { pathOf, placeOfScreen, placesOf, type Place } from './places';
import { recentPlaces } from './recent';
import { singleKeysChoice } from './single-keys';

/** Milliseconds between the last key and the search. */
const SEARCH_DEBOUNCE = 120;

/** One line of the palette: a place to go to, or something to do. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** The single key that does the same. */
  readonly keyName?: string | undefined;
  readonly place?: Place;
  readonly run?: () => void;
}

interface PaletteSection {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** Whether each word of what is typed occurs in a text. */
const matches = (text: string, typed: string) => {
  const folded = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
};

const placed = (section: string, place: Place): PaletteEntry => ({
  id: `${section} ${place.to}`,
  label: place.label,
  hint: place.hint,
  place,
});

/**
 * Entries of the palette for the typed text: places gone to from here before, commands of the present screen,
 * the screens that they may open, and what the service finds by name or id.
 *
 * @param typed what is in the field, trimmed
 * @param commands of the present screen
 * @param onShortcuts opens the list of all keys
 */
export function usePaletteEntries(typed: string, commands: readonly Command[], onShortcuts: () => void) {
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const { theme, choose } = useTheme();
  const screens = useOpenScreens();
  const settled = useSettled(typed, SEARCH_DEBOUNCE);
  const asked = settled !== '' && typed !== '';
  const { data, currentData, error, isFetching, refetch } = commandsApi.endpoints.searchEverywhere.useQuery(settled, {
    skip: !asked,
  });

  const isNewest = settled === typed && currentData !== undefined;
  // Until the newer response is there, what was found stays where it fits what is typed as well.
  const known = asked ? (currentData ?? data)?.items : undefined;
  const found = known?.filter(({ label }) => isNewest || matches(label, typed)) ?? [];

  const isOpen = (place: Place) => pathOf(place) === '/' || screens.some(({ path }) => path === pathOf(place));
  const recent = recentPlaces(user.id).filter((place) => isOpen(place) && matches(place.label, typed));
  const isRecent = ({ to }: Place) => recent.some((place) => place.to === to);
  const other = theme === 'dark' ? 'light' : 'dark';
  const own: readonly Command[] = [
    { id: 'theme', label: `Switch to ${other} theme`, run: () => choose(other) },
    { id: 'shortcuts', label: 'Keyboard shortcuts', key: '?', run: onShortcuts },
    { id: 'logout', label: 'Logout', run: () => signOut() },
  ];
  const hasKeys = singleKeysChoice(user.id).read() !== 'off';
  const done = (offered: readonly Command[]) =>
    offered.flatMap(({ id, label, key, run }): PaletteEntry[] =>
      label !== undefined && matches(label, typed)
        ? [{ id: `do ${id}`, label, keyName: hasKeys ? key : undefined, run }]
        : [],
    );
  const gone = [{ path: '/', name: 'Dashboard' } as const, ...screens]
    .map(placeOfScreen)
    .filter((place) => place.to !== pathname && matches(place.label, typed) && !isRecent(place));
  const records = found.flatMap((item) => placesOf(item, screens, pathname)).filter((place) => !isRecent(place));

  const sections: PaletteSection[] = [
    { title: 'Recent', entries: recent.map((place) => placed('recent', place)) },
    { title: 'On this screen', entries: done(commands) },
    { title: 'Screens', entries: gone.map((place) => ({ ...placed('screen', place), hint: undefined })) },
    { title: 'Companies and records', entries: records.map((place) => placed('found', place)) },
    { title: 'Console', entries: done(own) },
  ];
  const failure = asked && !isFetching ? error : undefined;
  return {
    sections: sections.filter(({ entries }) => entries.length > 0),
    /** Nothing more will be found for what is typed. */
    isDone: typed === '' || isNewest || failure !== undefined,
    /** Error of the search, or undefined. */
    failure,
    retry: () => void refetch(),
  };
}
