import { localChoice } from 'shared-auth';
import { useSyncExternalStore } from 'react';

/** The rendered theme. */
export type Theme = 'light' | 'dark';
/** The person's choice; `system` follows the machine. */
export type ThemeChoice = Theme | 'system';

const stored = localChoice('theme');
const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const chosen = (): ThemeChoice => {
  const attribute = document.documentElement.dataset.theme;
  return attribute === 'light' || attribute === 'dark' ? attribute : 'system';
};

const drawn = (): Theme => {
  const choice = chosen();
  if (choice !== 'system') return choice;
  return darkSystem().matches ? 'dark' : 'light';
};

const mark = (choice: string | null) => {
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;
  else delete document.documentElement.dataset.theme;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  const system = darkSystem();
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
};

/** Puts the remembered choice on the page. The host calls it once, before it draws, so that no page flashes in the other theme. */
export const restoreTheme = () => mark(stored.read());

/** The theme that is drawn, the choice behind it, and the way to choose, which is remembered in this browser. */
export function useTheme(): { theme: Theme; choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  return {
    theme: useSyncExternalStore(subscribe, drawn),
    choice: useSyncExternalStore(subscribe, chosen),
    choose: chooseTheme,
  };
}

function chooseTheme(choice: ThemeChoice) {
  stored.write(choice === 'system' ? null : choice);
  mark(choice);
}
