import { unsavedText } from 'shared-auth';
import { useEffect, useState } from 'react';

/** Which form of the chat, of which message: what is typed into it is kept under that. */
export const editOf = (messageId: number | undefined) => `edit ${messageId}`;
/** The same of the word on an answer that helped, or did not. */
export const ratingOf = (messageId: number, up: boolean) => `rating ${messageId} ${up ? 'up' : 'down'}`;

/** The kept text of one form becomes another's, as when an answer is rated otherwise after all. */
export function moveKeptText(from: string, to: string) {
  const [before, after] = [unsavedText('/agent-chat', from), unsavedText('/agent-chat', to)];
  const kept = before.read();
  if (kept === null) return;
  after.write(kept.text);
  before.write(null);
}

/** Text that is typed beside the chat's own input. */
export interface KeptText {
  readonly text: string;
  /** When it was typed, ISO 8601, where that was another time. */
  readonly typedAt: string | null;
  change(text: string): void;
  /** It is sent, or not wanted any more. */
  forget(): void;
}

/**
 * Keeps what is typed into a form of the chat while it is not sent, for the person who typed it, and puts it back when the
 * form is opened again (DECISIONS §3).
 *
 * @param name of `editOf` or `ratingOf`
 * @param first what the form begins with
 */
export function useKeptText(name: string, first: string): KeptText {
  const [place] = useState(() => unsavedText('/agent-chat', name));
  const [found] = useState(() => place.read());
  const [text, setText] = useState(found?.text ?? first);
  useEffect(() => () => place.leave(), [place]);
  return {
    text,
    typedAt: found?.at ?? null,
    change(typed) {
      setText(typed);
      place.write(typed === first ? null : typed);
    },
    forget: () => place.write(null),
  };
}
