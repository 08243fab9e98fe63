/**
 * A question while it is read: its words, and which of them have been understood. An intent takes the words that it
 * understands; what is left over at the end was not understood, and then no figure is given.
 */
import type { ResourceType } from '../../../contract/tags';
import type { FoundNames } from '../tools/names';
import { wordsOf, type Word } from '../tools/words';
import { BY_COMPANY, EVERY_COMPANY, FILLER, NAMED, NUMBERS } from './lexicon/asking';
import { isKnown, phrases, spelled, type Phrase } from './lexicon/phrases';

const FILLERS = new Set(FILLER.filter(({ length }) => length === 1).map(([word]) => word));
/** Words behind which a company stands. */
const BEFORE_COMPANY = new Set(['did', 'does', 'has', 'for', 'at', 'of', 'by', 'from', 'and', 'vs']);
const TAGGED = phrases('tagged with, tagged as, tagged, with the tag, with tag, carrying the tag, carrying, tag');
const NOT_TAGGED = phrases(
  'not tagged with, not tagged as, not tagged, without the tag, without tag, excluding the tag',
  'without the ads tagged, without ads tagged, without those tagged, except those tagged, excluding',
  'excluding the ads tagged, excluding ads tagged, excluding those tagged, except the ads tagged',
  'except, leaving out, leave out, ignoring, other than, without, but not, except for, apart from',
);
const TAG_WORDS = phrases('tag, tags, tagged, ads, ones');

const PREPOSITIONS = new Set(['on', 'for', 'in', 'with', 'from', 'of', 'to']);

/** Where words stand: from the first to before the last. */
interface Place {
  readonly from: number;
  readonly to: number;
}

export class Question {
  private readonly words: readonly Word[];
  private readonly taken: boolean[];

  constructor(
    readonly text: string,
    readonly names: FoundNames = { companies: [], unclear: [], tags: [] },
  ) {
    const words = wordsOf(text);
    const named = new Set([...names.companies, ...names.tags].flatMap((name) => name.words));
    this.words = words.map((word) => (named.has(word.text) ? word : { ...word, text: spelled(word.text) }));
    this.taken = words.map(() => false);
  }

  /** Whether one of these phrases stands here and was not taken. */
  has(some: readonly Phrase[]): boolean {
    return some.some((phrase) => this.placesOf(phrase).length > 0);
  }

  /** The same; what stands here is taken. */
  take(some: readonly Phrase[]): boolean {
    const places = some.flatMap((phrase) => {
      const found = this.placesOf(phrase);
      found.forEach((place) => this.markTaken(place));
      return found;
    });
    return places.length > 0;
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

  /** The companies that are named, by their slugs; also those that nobody knows, by the words in a company's place. */
  companies(): readonly string[] {
    const known = this.names.companies.flatMap(({ words, slug }) => {
      const places = this.placesOf(words);
      places.forEach((place) => this.markTaken(place));
      return places.length ? [slug] : [];
    });
    return [...new Set(known)];
  }

  /** Words in the place of a company that is not known. To be asked when everything else was taken. */
  unknownCompany(): string | undefined {
    if (this.names.companies.length) return undefined;
    const run = this.unknownRuns().find(({ from, to }) => {
      const before = this.words[from - 1]?.text ?? '';
      return BEFORE_COMPANY.has(before) || /['’]s$/.test(this.written({ from: to - 1, to }));
    });
    return run && this.takeText(run);
  }

  /**
   * What a text must contain: in quotes, behind 'about' or 'named', or unknown words right before these nouns or behind a
   * preposition.
   */
  searchText(...nouns: (readonly Phrase[])[]): string | undefined {
    const quoted = /["“”]([^"“”]+)["“”]/.exec(this.text);
    if (quoted?.[1]) {
      const [from, to] = [quoted.index, quoted.index + quoted[0].length];
      this.words.forEach((word, at) => {
        if (word.start >= from && word.end <= to) this.taken[at] = true;
      });
      return quoted[1].trim();
    }
    const runs = this.unknownRuns();
    const behind = runs.find(({ from }) => NAMED.some((phrase) => this.standsBefore(phrase, from)));
    const [only, ...others] = runs;
    const isBeside = (place: Place) => {
      const next = this.words[place.to]?.text ?? '';
      const [before, earlier] = [this.words[place.from - 1]?.text ?? '', this.words[place.from - 2]?.text ?? ''];
      const isBehind = PREPOSITIONS.has(before) || (FILLERS.has(before) && PREPOSITIONS.has(earlier));
      return isBehind || nouns.some((some) => some.some(([word]) => word === next));
    };
    const run = behind ?? (only && !others.length && isBeside(only) ? only : undefined);
    if (!run) return undefined;
    this.take(NAMED);
    return this.takeText(run);
  }

  /** Names of tags that a record must have, and must not have. */
  tags(on: ResourceType): { tags: readonly string[]; without_tags: readonly string[] } {
    const tags: string[] = [];
    const without_tags: string[] = [];
    for (const tag of this.names.tags.filter((one) => one.on.includes(on))) {
      // A longer tag may have taken the words.
      const [place] = this.placesOf(tag.words);
      if (!place) continue;
      const isUnwanted = this.takesBefore(NOT_TAGGED, place.from);
      const isTagged = !isUnwanted && this.takesBefore(TAGGED, place.from);
      this.markTaken(place);
      const isSaid = isUnwanted || isTagged || this.takesBehind(TAG_WORDS, place.to);
      if (!isSaid && tag.words.every(isKnown)) this.leave(place);
      else (isUnwanted ? without_tags : tags).push(tag.name);
    }
    const unknown = this.unknownRuns().find(({ from }) =>
      [...TAGGED].some((phrase) => phrase[0] === 'tagged' && this.standsBefore(phrase, from)),
    );
    if (unknown) {
      const isUnwanted = this.takesBefore(NOT_TAGGED, unknown.from);
      if (!isUnwanted) this.takesBefore(TAGGED, unknown.from);
      (isUnwanted ? without_tags : tags).push(this.takeText(unknown));
    }
    return { tags, without_tags };
  }

  /** How many rows are wanted: the number behind 'top', or right before or behind these words. */
  limit(...beside: (readonly Phrase[])[]): number | undefined {
    const at = this.words.findIndex(({ text }, place) => {
      if (this.taken[place] || this.numberAt(place) === null) return false;
      const next = this.words[place + 1]?.text ?? '';
      const before = this.words[place - 1]?.text ?? '';
      return (
        ['top', 'bottom', 'first', 'latest', 'newest', 'give', 'list'].includes(before) ||
        (text !== 'one' && beside.some((some) => some.some((phrase) => phrase.includes(next))))
      );
    });
    const number = at < 0 ? null : this.numberAt(at);
    if (number === null || number < 1 || number > 50) return undefined;
    this.taken[at] = true;
    return number;
  }

  /** Whether every company is meant, and whether one by one. */
  everyCompany(): { every: boolean; each: boolean } {
    const each = this.take(BY_COMPANY);
    return { each, every: this.take(EVERY_COMPANY) || each };
  }

  /** The number at a word, written in digits or letters; null where there is none. */
  numberAt(at: number): number | null {
    const text = this.words[at]?.text ?? '';
    if (/^\d{1,9}$/.test(text)) return Number(text);
    return NUMBERS[text] ?? null;
  }

  /** The words as they are read, taken or not. */
  get spoken(): readonly string[] {
    return this.words.map(({ text }) => text);
  }

  /** Identifiers of products: a row of letters and digits such as HPO-0002, or a long number. */
  identifiers(): readonly string[] {
    return this.words.flatMap(({ text, start, end }, at) => {
      const isOne = text.length > 4 && /\d/.test(text) && /^(?=.*\d{2})(?=.*[a-z])[a-z0-9_-]+$|^\d{6,}$/.test(text);
      if (!isOne || this.taken[at] || /^\d{4}-\d{2}-\d{2}$/.test(text)) return [];
      this.taken[at] = true;
      return [this.text.slice(start, end)];
    });
  }

  /** Takes words by their places. */
  takeAt(...places: number[]): void {
    for (const place of places) this.taken[place] = true;
  }

  isTaken(at: number): boolean {
    return this.taken[at] ?? true;
  }

  /** The words that nobody has taken and that mean something. */
  rest(): readonly string[] {
    return this.words.filter(({ text }, at) => !this.taken[at] && !FILLERS.has(text)).map(({ text }) => text);
  }

  /** Runs of words that no phrase has, with the small words between them. */
  private unknownRuns(): Place[] {
    const isUnknown = (at: number) => {
      const text = this.words[at]?.text ?? '';
      return this.taken[at] === false && !isKnown(text) && !FILLERS.has(text);
    };
    const runs: Place[] = [];
    // A small word that is written large belongs to a name.
    const isLarge = (at: number) =>
      at > 0 && this.taken[at] === false && /^\p{Lu}/u.test(this.text.slice(this.words[at]?.start ?? 0));
    for (let at = 0; at < this.words.length; at += 1) {
      if (!isUnknown(at) && !(isLarge(at) && isUnknown(at + 1))) continue;
      let to = at + 1;
      while (isUnknown(to) || (['and', 'of', 'the', 'to'].includes(this.words[to]?.text ?? '') && isUnknown(to + 1)))
        to += 1;
      runs.push({ from: at, to });
      at = to;
    }
    return runs;
  }

  private written({ from, to }: Place): string {
    const [first, last] = [this.words[from], this.words[to - 1]];
    return first && last ? this.text.slice(first.start, last.end) : '';
  }

  private takeText(place: Place): string {
    this.markTaken(place);
    return this.written(place).replace(/['’]s$/, '');
  }

  private placesOf(phrase: Phrase): Place[] {
    if (!phrase.length) return [];
    const starts = this.words.flatMap((_, from) =>
      phrase.every((word, nth) => this.words[from + nth]?.text === word && !this.taken[from + nth]) ? [from] : [],
    );
    return starts.map((from) => ({ from, to: from + phrase.length }));
  }

  private standsBefore(phrase: Phrase, at: number): boolean {
    return phrase.every((word, nth) => this.words[at - phrase.length + nth]?.text === word);
  }

  private takesBefore(some: readonly Phrase[], at: number): boolean {
    const found = some.find((phrase) => this.standsBefore(phrase, at));
    if (found) this.markTaken({ from: at - found.length, to: at });
    return found !== undefined;
  }

  private takesBehind(some: readonly Phrase[], at: number): boolean {
    const found = some.find((phrase) => phrase.every((word, nth) => this.words[at + nth]?.text === word));
    const isTag = found !== undefined && /^tag/.test(found[0] ?? '');
    if (isTag) this.markTaken({ from: at, to: at + found.length });
    return isTag;
  }

  private markTaken({ from, to }: Place): void {
    for (let at = from; at < to; at += 1) this.taken[at] = true;
  }

  private leave({ from, to }: Place): void {
    for (let at = from; at < to; at += 1) this.taken[at] = false;
  }
}
