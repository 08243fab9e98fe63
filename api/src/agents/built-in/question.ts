/**
 * A question while it is read: its words, and which of them have been understood. An intent takes the words that it
 * understands; what is left over at the end was not understood, and then no figure is given.
 */
import type { FoundNames } from '../tools/names';
import { wordsOf, type Word } from '../tools/words';
import { BY_COMPANY, EVERY_COMPANY, FILLER, NUMBERS } from './lexicon/asking';
import { isKnown, spelled, spelledOut, type Phrase } from './lexicon/phrases';

const FILLERS = new Set(FILLER.filter(({ length }) => length === 1).map(([word]) => word));
const JOINING = new Set(['and', 'of', 'the', 'to', 'for', 'in']);
/** Words that a wanted number of rows stands behind. */
const BEFORE_LIMIT = new Set(['only', 'just', 'top', 'bottom', 'first', 'latest', 'newest', 'give', 'list']);

/** Where words stand: from the first to before the last. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

export class Question {
  private readonly words: readonly Word[];
  private readonly taken: boolean[];
  /** What stands in quotes; its words are taken from the beginning. */
  private quotes: (Place & { readonly text: string }) | undefined;
  /** Words that belong to a name of several words with capitals, which no phrase finds. */
  private readonly named: readonly boolean[];

  readonly text: string;

  constructor(
    written: string,
    readonly names: FoundNames = { companies: [], unclear: [], tags: [] },
  ) {
    const text = spelledOut(written);
    this.text = text;
    const words = wordsOf(text);
    const named = new Set([...names.companies, ...names.tags].flatMap((name) => name.words));
    this.words = words.map((word) => (named.has(word.text) ? word : { ...word, text: spelled(word.text) }));
    this.taken = words.map(() => false);
    this.named = namesWithin(text, this.words, named);
    const quoted = /["“”]([^"“”]+)["“”]/.exec(text);
    if (!quoted?.[1]) return;
    const [start, end] = [quoted.index, quoted.index + quoted[0].length];
    const within = words.flatMap((word, at) => (word.start >= start && word.end <= end ? [at] : []));
    this.quotes = { text: quoted[1].trim(), from: within[0] ?? 0, to: (within.at(-1) ?? -1) + 1 };
    this.takePlaces([this.quotes]);
  }

  /** What stands in quotes, once; `behind` says for which word before it. */
  takeQuoted(behind: (word: string) => boolean = () => true): string | undefined {
    const { quotes } = this;
    if (!quotes || !behind(this.at(quotes.from - 1))) return undefined;
    this.quotes = undefined;
    return quotes.text;
  }

  /** Whether something stands in quotes that nobody has taken. */
  get hasQuotes(): boolean {
    return this.quotes !== undefined;
  }

  /** The words as they are read, taken or not. */
  get spoken(): readonly string[] {
    return this.words.map(({ text }) => text);
  }

  /** The word at a place, '' behind the ends. */
  at(place: number): string {
    return this.words[place]?.text ?? '';
  }

  /** Whether a word has been understood. */
  get hasTaken(): boolean {
    return this.taken.some(Boolean);
  }

  private isFree(at: number): boolean {
    return !this.isTaken(at) && this.named[at] !== true;
  }

  isTaken(at: number): boolean {
    return this.taken[at] ?? true;
  }

  /** Whether one of these phrases stands here and was not taken. */
  has(some: readonly Phrase[]): boolean {
    return some.some((phrase) => this.placesOf(phrase).length > 0);
  }

  /** The same; what stands here is taken. */
  take(some: readonly Phrase[]): boolean {
    return some.map((phrase) => this.takePlaces(this.placesOf(phrase))).some(Boolean);
  }

  /** The first of these values that the question has a phrase of. A second one stays, so that it is not overlooked. */
  pick<V extends string>(values: Readonly<Record<V, readonly Phrase[]>>): V | undefined {
    const all = (Object.entries(values) as [V, readonly Phrase[]][]).flatMap(([value, some]) =>
      some.flatMap((phrase) => this.placesOf(phrase).map((place) => ({ value, ...place }))),
    );
    const first = all.sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)[0];
    if (!first) return undefined;
    this.take(values[first.value]);
    return first.value;
  }

  /** Where a phrase stands that was not taken. */
  placesOf(phrase: Phrase): Place[] {
    if (!phrase.length) return [];
    const starts = this.words.flatMap((_, from) =>
      phrase.every((word, nth) => this.at(from + nth) === word && this.isFree(from + nth)) ? [from] : [],
    );
    return starts.map((from) => ({ from, to: from + phrase.length }));
  }

  /** Takes the words of these places; whether there were any. */
  takePlaces(places: readonly Place[]): boolean {
    for (const { from, to } of places) for (let at = from; at < to; at += 1) this.taken[at] = true;
    return places.length > 0;
  }

  /** Takes single words. */
  takeAt(...places: readonly number[]): void {
    for (const at of places) if (at in this.taken) this.taken[at] = true;
  }

  /** How many rows are wanted: the number behind 'top', or right before one of these words. */
  limit(...beside: (readonly Phrase[])[]): number | undefined {
    const at = this.words.findIndex(({ text }, place) => {
      if (this.taken[place] || this.numberAt(place) === null || this.isAttached(place)) return false;
      const next = this.at(place + 1);
      const isCounted = beside.some((some) => some.some(([word]) => word === next));
      return BEFORE_LIMIT.has(this.at(place - 1)) || (text !== 'one' && isCounted);
    });
    const number = at < 0 ? null : this.numberAt(at);
    if (number === null || number < 1 || number > 50) return undefined;
    this.takeAt(at);
    return number;
  }

  /** Whether every company is meant, and whether one by one. */
  everyCompany(): { every: boolean; each: boolean } {
    const each = this.take(BY_COMPANY);
    return { each, every: this.take(EVERY_COMPANY) || each };
  }

  /** The number at a word, written in digits or letters; null where there is none. */
  numberAt(at: number): number | null {
    const text = this.at(at);
    if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text);
    return NUMBERS[text] ?? null;
  }

  /** Identifiers of products: a row of letters and digits such as HPO-0002, or a long number. */
  identifiers(): readonly string[] {
    return this.words.flatMap(({ text, start, end }, at) => {
      const isOne = text.length > 4 && /^(?=(?:.*\d){2})(?=.*[a-z])[a-z0-9_-]+$|^\d{6,}$/.test(text);
      if (!isOne || this.taken[at]) return [];
      this.takeAt(at);
      return [this.text.slice(start, end)];
    });
  }

  /** The words that nobody has taken and that mean something. */
  rest(): readonly string[] {
    return this.words
      .filter(({ text }, at) => !this.taken[at] && (this.named[at] === true || !FILLERS.has(text)))
      .map(({ text }) => text);
  }

  isFiller(at: number): boolean {
    return FILLERS.has(this.at(at));
  }

  /** Runs of words that no phrase has, with the small words between them. */
  unknownRuns(): Place[] {
    const isUnknown = (at: number) =>
      !this.isTaken(at) &&
      (this.named[at] === true || (!this.isFiller(at) && (!isKnown(this.at(at)) || this.isPartOfName(at))));
    // A small word that is written large belongs to a name.
    const isLarge = (at: number) =>
      at > 0 && !this.isTaken(at) && /^\p{Lu}/u.test(this.text.slice(this.words[at]?.start ?? 0));
    const runs: Place[] = [];
    for (let at = 0; at < this.words.length; at += 1) {
      if (!isUnknown(at) && !(isLarge(at) && isUnknown(at + 1))) continue;
      let to = at + 1;
      while (isUnknown(to) || (JOINING.has(this.at(to)) && isUnknown(to + 1) && !this.isTaken(to))) to += 1;
      runs.push({ from: at, to });
      at = to;
    }
    return runs;
  }

  /** Whether a sign stands right at a word, as in '25–44' and '1%'. */
  private isAttached(at: number): boolean {
    const { start = 0, end = 0 } = this.words[at] ?? {};
    return /[-–%+]/.test(this.text.slice(end, end + 1)) || /[-–]/.test(this.text.slice(Math.max(0, start - 1), start));
  }

  /** Whether a number belongs to a name: 'Women 25–44', 'Lookalike 1%', 'Buyers 180d'. */
  private isPartOfName(at: number): boolean {
    if (!/^\d/.test(this.at(at))) return false;
    const before = at > 0 && !this.isTaken(at - 1) && !isKnown(this.at(at - 1)) && !this.isFiller(at - 1);
    return this.isAttached(at) || before;
  }

  /** Words as they are written. */
  written({ from, to }: Place): string {
    const [first, last] = [this.words[from], this.words[to - 1]];
    return first && last ? this.text.slice(first.start, last.end) : '';
  }
}

/**
 * Which words belong to a name: two and more in a row with capitals, one of them unknown. Not in a text that writes most
 * words so.
 */
function namesWithin(text: string, words: readonly Word[], recognised: ReadonlySet<string>): boolean[] {
  const isLarge = words.map(({ text: word, start }) => /^\p{Lu}/u.test(text.slice(start)) && !recognised.has(word));
  const belongs = words.map(() => false);
  if (isLarge.filter(Boolean).length * 2 > words.length) return belongs;
  for (let from = 1; from < words.length; from += 1) {
    let to = from;
    while (isLarge[to] === true) to += 1;
    const run = words.slice(from, to).map((word) => word.text);
    const isName = run.length > 1 && run.some((word) => !isKnown(word) && !FILLERS.has(word) && !/\d/.test(word));
    if (isName) belongs.fill(true, from, to);
    from = Math.max(from, to - 1);
  }
  return belongs;
}
