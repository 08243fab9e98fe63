/** Takes a model's reasoning out of its text: what stands between `<think>` and `</think>`, however it is cut into chunks. */

/** Takes the next piece of a text and returns what of it the person may read; without a piece, what was held back. */
export type ReasoningFilter = (delta?: string) => string;

/** A filter for one text. Reasoning that is never closed lasts to the end of the text. */
export function withoutReasoning(): ReasoningFilter {
  let isReasoning = false;
  /** The end of what came, while it may be the beginning of a tag. */
  let held = '';
  let hasText = false;
  /** A text that begins with reasoning has blank lines behind it, which are no part of the answer. */
  let isBehind = false;
  return (delta) => {
    let rest = held + (delta ?? '');
    let shown = '';
    held = '';
    for (;;) {
      const tag = isReasoning ? '</think>' : '<think>';
      const at = rest.toLowerCase().indexOf(tag);
      if (at < 0) break;
      if (!isReasoning) shown += rest.slice(0, at);
      rest = rest.slice(at + tag.length);
      isReasoning = !isReasoning;
      isBehind = true;
    }
    if (delta !== undefined) {
      const length = tagBegunIn(rest, isReasoning ? '</think>' : '<think>');
      held = rest.slice(rest.length - length);
      rest = rest.slice(0, rest.length - length);
    }
    if (!isReasoning) shown += rest;
    if (isBehind && !hasText) shown = shown.trimStart();
    hasText ||= shown !== '';
    return shown;
  };
}

/** How many characters at a text's end are the beginning of a tag. */
function tagBegunIn(text: string, tag: string): number {
  const end = text.slice(1 - tag.length).toLowerCase();
  for (let length = end.length; length > 0; length -= 1) if (tag.startsWith(end.slice(-length))) return length;
  return 0;
}
