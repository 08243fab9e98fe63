/**
 * A naming convention such as `{product} – {angle} v{n} | {audience}`, and the tags that it reads off an ad's name (DECISIONS
 * §16). Between the braces any text stands, but that of `{n}`, which is a number; the rest is compared without case, with
 * any white space and any dash. Letters that touch a part are a part of its tag (`v{n}` gives v3); `{}` gives none.
 */
import { tagKey, tagName } from 'contract/tags';

/** A part in braces, and the text behind it up to the next one or the end. */
interface Field {
  readonly isNumber: boolean;
  readonly isTag: boolean;
  /** The letters that touch it, before and after. */
  readonly before: string;
  readonly after: string;
  /** As it is compared. */
  readonly behind: string;
}

/** A pattern that was read. */
export interface NamingPattern {
  /** Text before the first part, as it is compared. */
  readonly start: string;
  readonly fields: readonly Field[];
  /** The keys of tags that it has read so far, null for text that can be no tag: in thousands of names the same ones. */
  readonly keys: Map<string, string | null>;
}

/** The tags of a name that matches, by their keys; `unfit` counts the parts that can be no tag. */
export interface NameTags {
  readonly tags: ReadonlyMap<string, string>;
  readonly unfit: number;
}

/** The most parts of a pattern. */
const MAX_FIELDS = 20;

const PART = /\{([^{}]*)\}/;
const TAG = new RegExp(tagName.pattern, 'u');

/** Reads a pattern that names a part, as the contract wants it; returns a message where it is wrong. */
export function readPattern(text: string): NamingPattern | string {
  const pieces = text.split(PART);
  const literals = pieces.filter((_, at) => at % 2 === 0);
  const names = pieces.filter((_, at) => at % 2 === 1).map((name) => name.trim());
  if (literals.some((literal) => /[{}]/.test(literal)))
    return 'Pattern must close each brace, such as {product} – {angle}';
  if (names.length > MAX_FIELDS) return `Pattern can have at most ${MAX_FIELDS} parts`;
  if (literals.slice(1, -1).includes('')) return 'Pattern must have text between two parts, which tells them apart';
  return {
    keys: new Map(),
    start: compared(literals[0] ?? '').trimStart(),
    fields: names.map((name, at) => ({
      isNumber: name.toLowerCase() === 'n',
      isTag: name !== '',
      before: /[\p{L}\p{N}]*$/u.exec(literals[at] ?? '')?.[0] ?? '',
      after: /^[\p{L}\p{N}]*/u.exec(literals[at + 1] ?? '')?.[0] ?? '',
      behind: at + 1 === names.length ? compared(literals[at + 1] ?? '').trimEnd() : compared(literals[at + 1] ?? ''),
    })),
  };
}

/** The tags that a pattern reads off a name; null where the name does not match. */
export function tagsOfName({ start, fields, keys }: NamingPattern, name: string): NameTags | null {
  const shown = name.replace(/\s+/g, ' ').trim();
  const text = compared(shown);
  if (!text.startsWith(start)) return null;
  const values = valuesFrom(fields, text, shown, start.length);
  if (!values) return null;
  const found = values.flatMap((value, at) => {
    const { isTag = false, before = '', after = '' } = fields[at] ?? {};
    return isTag ? [before + value + after] : [];
  });
  const tags = new Map<string, string>();
  let unfit = 0;
  for (const tag of found) {
    let key = keys.get(tag);
    if (key === undefined) keys.set(tag, (key = TAG.test(tag) ? tagKey(tag) : null));
    if (key === null) unfit += 1;
    else tags.set(key, tag);
  }
  return { tags, unfit };
}

/** The text of each part, each as short as the rest of the name allows; null where there is no way. */
function valuesFrom(fields: readonly Field[], text: string, shown: string, start: number): string[] | null {
  // Part and place from where there is no way: each is tried once, so that no name takes long.
  const dead = new Set<number>();
  const from = (at: number, place: number): string[] | null => {
    const field = fields[at];
    if (!field) return place === text.length ? [] : null;
    const key = place * fields.length + at;
    if (dead.has(key)) return null;
    const next = fields[at + 1];
    for (const end of next ? endsOf(field, text, place) : lastEndOf(field, text, place)) {
      const value = shown.slice(place, end).trim();
      if (value === '' || (field.isNumber && !DIGITS.test(value))) continue;
      const rest = from(at + 1, end + field.behind.length);
      if (rest) return [value, ...rest];
      // A longer value leaves less to the next part, which takes any text.
      if (next && !next.isNumber) break;
    }
    dead.add(key);
    return null;
  };
  return from(0, start);
}

const DIGITS = /^\d+$/;

/** The places where a part may end, the nearest first. A number ends with its digits. */
function* endsOf({ behind, isNumber }: Field, text: string, place: number): Generator<number> {
  for (let end = text.indexOf(behind, place + 1); end >= 0; end = text.indexOf(behind, end + 1)) {
    yield end;
    if (isNumber && !DIGITS.test(text.charAt(end))) return;
  }
}

/** The one place where the last part may end. */
function lastEndOf({ behind }: Field, text: string, place: number): number[] {
  const end = text.length - behind.length;
  return end > place && text.endsWith(behind) ? [end] : [];
}

/** Text as it is compared, letter for letter as long as what it was made of. */
function compared(text: string): string {
  const plain = text.replace(/\s+/g, ' ').replace(DASH, (dash) => '-'.padEnd(dash.length));
  const small = plain.toLowerCase();
  return small.length === plain.length ? small : Array.from(plain, smallOf).join('');
}

const DASH = /\p{Pd}/gu;
const smallOf = (letter: string) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter);
