import { unsavedText, type KeptText, type UnsavedText } from 'shared-auth';
import { useContext, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from '../router';
import { OpenFormContext, useShown } from '../open-form';

/** So soon after a change it is kept, in milliseconds; a crash takes no more with it. */
const SOON = 500;

/** Handling of a form's unsaved text. */
export interface Unsaved {
  /** Text typed into it another time; or null. */
  readonly found: KeptText | null;
  /** The form was open with it when the session ended. */
  readonly isReopened: boolean;
  /** Keeps the newest, a little behind the typing. `content` without secrets; null: nothing was changed. */
  change(content: () => string | null): void;
  flush(): void;
  /** It is saved, or the person does not want it any more. */
  settle(): void;
  /** Discards the found draft; the form goes on. */
  forget(): void;
  /** The form goes. */
  leave(): void;
}

function unsavedIn(place: UnsavedText, wasOpen: boolean): Unsaved {
  const found = place.read();
  const isReopened = wasOpen && found !== null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest: (() => string | null) | undefined;
  let isOver = false;
  let isWritten = isReopened;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!newest || isOver) return;
    const text = newest();
    newest = undefined;
    // A draft of another tab, or of an earlier day, is not this form's to forget.
    if (text !== null || isWritten) place.write(text);
    isWritten = text !== null;
  };
  return {
    found,
    isReopened,
    change(content) {
      newest = content;
      timer ??= setTimeout(flush, SOON);
    },
    flush,
    settle() {
      isOver = true;
      clearTimeout(timer);
      place.write(null);
    },
    forget() {
      if (!isWritten) place.write(null);
    },
    leave() {
      flush();
      if (isWritten && !isOver) place.leave();
    },
  };
}

/**
 * The place where what is typed into a form is kept while it is not saved (DECISIONS §3).
 *
 * @param name which form it is, and of which record; the name that it was opened by goes first
 */
export function useUnsaved(name: string): Unsaved {
  const { pathname } = useLocation();
  const { name: given = name, isReopened = false } = useContext(OpenFormContext);
  useShown(given);
  const [unsaved] = useState(() => unsavedIn(unsavedText(pathname, given), isReopened));
  return unsaved;
}

/**
 * Keeps what is typed from now on.
 *
 * @param values another object whenever something has changed
 * @param content what is to be kept of them, as `Unsaved.change` takes it
 */
export function useKeeping(unsaved: Unsaved, values: unknown, content: () => string | null) {
  const [first] = useState(values);
  const change = useEffectEvent(() => unsaved.change(content));
  useEffect(() => {
    if (values !== first) change();
  }, [values, first]);
  useEffect(() => {
    // Neither asks a tab that is closed, or put away on a phone, for the rest.
    const events = [
      [window, 'pagehide'],
      [document, 'visibilitychange'],
    ] as const;
    for (const [target, event] of events) target.addEventListener(event, unsaved.flush);
    return () => {
      for (const [target, event] of events) target.removeEventListener(event, unsaved.flush);
      unsaved.leave();
    };
  }, [unsaved]);
}
