import { sessionChoice, takeClosedForm } from 'shared-auth';
import { createContext, useEffect, useEffectEvent } from 'react';
import { useLocation } from './router';

/** How a screen opens one of its forms: what is typed into it is kept under the name. */
export interface OpenForm {
  /** Which form it is, and of which record, in the screen's own words; absent: the form's title and its record's id. */
  readonly name?: string;
  /** It was open when the session ended, and is opened again with what was typed. */
  readonly isReopened?: boolean;
}

/** Put around a form by whoever opens it. */
export const OpenFormContext = createContext<OpenForm>({});

/** Which dialog of a list is open in this tab: `pnpm dev` opens it again after an edit (scripts/dev/client.js). */
const shown = sessionChoice('open_form');

/** Says which dialog is open, by the name that it can be opened again by. */
export function useShown(name: string) {
  const { pathname } = useLocation();
  useEffect(() => {
    shown.write(`${pathname} ${name}`);
    return () => shown.write(null);
  }, [pathname, name]);
}

/**
 * Opens the form that the end of the session closed in this tab, once the same person is back on the page.
 *
 * @param isReady the screen can open it
 * @param open is given the name that the form was opened with; one that the screen does not know is let go
 */
export function useReopening(isReady: boolean, open: (name: string) => void) {
  const { pathname } = useLocation();
  const reopen = useEffectEvent(open);
  useEffect(() => {
    const name = isReady ? takeClosedForm(pathname) : null;
    if (name !== null) reopen(name);
  }, [isReady, pathname]);
}
