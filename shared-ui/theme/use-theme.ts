import { localChoice } from 'shared-auth';
import { useSyncExternalStore } from 'react';

/** The rendered theme. */
export type Theme = 'light' | 'dark';
/** The person's choice; `system` follows the machine. The document's head puts it on the page (shared-auth/head-script). */
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

const subscribe = (listener: () => void) => {
  const system = darkSystem();
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
};

/** The theme in effect, the choice behind it, and its setter; the choice is remembered in this browser. */
export function useTheme(): { theme: Theme; choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  return {
    theme: useSyncExternalStore(subscribe, drawn),
    choice: useSyncExternalStore(subscribe, chosen),
    choose: chooseTheme,
  };
}

function chooseTheme(choice: ThemeChoice) {
  stored.write(choice === 'system' ? null : choice);
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  for (const listener of listeners) listener();
}
