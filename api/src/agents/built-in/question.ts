/**
 * A question while a subject reads it. A subject takes what it understands; what is left over was not understood, and then no
 * figure is given.
 */
import type { ResourceType } from 'contract/tags';
import type { FoundNames } from '../tools/names';
import { wordsOf } from '../tools/words';
import { isKnown, numberOf, stem, wordSet, type Entry } from './lexicon';
import { spansOf, type Span } from './spans';
import { FILLER, plainOf } from './vocabulary';

const BEFORE_LIMIT = wordSet('only just top bottom first latest newest give list');
const BEFORE_COMPANY = wordSet('did does has for at of by from and vs');
/** Words before a part of a text: any, or one with a capital or a number. */
const BEFORE_TEXT = wordSet('on for in by');
const BEFORE_NAME = wordSet('on for in by with from of to');
/** Words that make a group of the noun behind them, those that do where something is asked of each, and small ones between. */
const BY = wordSet('by per each every top split');
const WHICH = wordSet('which what whose');
const BETWEEN = wordSet('the of my our all different single kind type');
const EVERY = wordSet('all my our across every any together');

/** The words of a name as they stand in a text that is read. */
const asRead = (words: readonly string[]) => wordsOf(plainOf(words.join(' '))).map(({ text }) => stem(text));

const has = (span: Span | undefined, ...keys: readonly string[]): boolean =>
  span?.facts.some(({ key }) => keys.includes(key)) ?? false;
const wordIn = (span: Span | undefined): string => span?.stems.join(' ') ?? '';
const numberIn = ({ stems }: Span): number => stems.map(numberOf).find((one) => one !== undefined) ?? 1;
const isNumber = (span: Span): boolean => numberOf(wordIn(span)) !== undefined;

export class Question {
  private readonly spans: readonly Span[];

  /** @param entries the phrases that are looked for, the longest first; `on`: what tags are on */
  constructor(text: string, names?: FoundNames, entries: readonly Entry[] = [], on?: ResourceType) {
    const tags = names?.tags.filter((tag) => on && tag.on.includes(on)) ?? [];
    const named = [
      ...(names?.companies.map(({ words, slug }) => ({ key: 'of company', value: slug, words: asRead(words) })) ?? []),
      ...tags.map(({ words, name }) => ({ key: 'of tag', value: name, words: asRead(words) })),
    ];
    this.spans = spansOf(text, named, entries);
  }

  /** All words, as stems. */
  get stems(): readonly string[] {
    return this.spans.flatMap(({ stems }) => stems);
  }

  /** What says something by a key, and that nobody has taken; with a value only that. */
  free(key: string, value?: string): readonly Span[] {
    const isFree = ({ facts }: Span) => facts.some((fact) => fact.key === key && (value ?? fact.value) === fact.value);
    return this.spans.filter((span) => !span.isTaken && isFree(span));
  }

  has(...keys: readonly string[]): boolean {
    return keys.some((key) => this.free(key).length > 0);
  }

  /** Takes what says something by a key; whether there was anything. */
  private takeAll(spans: readonly Span[]): boolean {
    for (const span of spans) span.isTaken = true;
    return spans.length > 0;
  }

  /** Takes what says something by these keys; whether there was anything. */
  take(...keys: readonly string[]): boolean {
    return this.takeAll(keys.flatMap((key) => this.free(key)));
  }

  /** The same of the nouns of a group. */
  takeGroup(name: string): boolean {
    return this.takeAll(this.free('group', name));
  }

  /** Takes what is said by a key: of several values the longest phrase's. Another one stays, so that it is not overlooked. */
  pick(key: string): string | undefined {
    const [first] = this.free(key).toSorted((a, b) => b.stems.length - a.stems.length);
    const value = first?.facts.find((fact) => fact.key === key)?.value;
    if (value !== undefined) this.takeAll(this.free(key, value));
    return value;
  }

  /** The same of a number: the value times the number in the phrase. */
  pickNumber(key: string): number | undefined {
    const [first] = this.free(key);
    const value = first?.facts.find((fact) => fact.key === key)?.value;
    if (!first) return undefined;
    first.isTaken = true;
    return Number(value) * numberIn(first);
  }

  /** The same of texts, as they are written. */
  texts(key: string): readonly string[] {
    const found = this.free(key);
    this.takeAll(found);
    return found.map(({ text }) => text);
  }

  /** The companies that are named, by their slugs; they are taken. */
  companies(): readonly string[] {
    const found = this.free('of company');
    this.takeAll(found);
    return [...new Set(found.flatMap(({ facts }) => facts.map(({ value }) => value)))];
  }

  private before(span: Span | undefined): Span | undefined {
    return span && this.spans[this.spans.indexOf(span) - 1];
  }

  private behind(span: Span): Span | undefined {
    return this.spans[this.spans.indexOf(span) + 1];
  }

  /** How many rows are wanted. */
  limit(): number | undefined {
    const found = this.spans.find((span) => {
      const isCounted =
        has(this.behind(span), 'noun', 'group', 'rank', 'age', 'ad_type', 'post_type') && wordIn(span) !== 'one';
      return !span.isTaken && isNumber(span) && (isCounted || BEFORE_LIMIT.has(this.before(span)?.stems.at(-1) ?? ''));
    });
    const number = found ? numberIn(found) : 0;
    if (!found || number < 1 || number > 50) return undefined;
    found.isTaken = true;
    return number;
  }

  /** The word before a noun, without small ones and numbers between them. */
  private marker(noun: Span): string {
    let span = this.before(noun);
    while (span && (BETWEEN.has(wordIn(span)) || isNumber(span))) span = this.before(span);
    return span?.stems.at(-1) ?? '';
  }

  /**
   * What is wanted group by group; its noun is taken.
   *
   * @param isAsked whether 'which' makes a group too: something is asked of each
   * @param onlyBy groups that may be parts of a name: only behind 'by', and not before one
   */
  group(isAsked: boolean, onlyBy: readonly string[] = []): string | undefined {
    const all = this.free('group').flatMap((span) =>
      span.facts.flatMap(({ key, value }) => (key === 'group' ? [{ span, value, marker: this.marker(span) }] : [])),
    );
    const isBy = ({ span, marker }: (typeof all)[number]) =>
      /^(by|per)$/.test(marker) && !has(this.behind(span), 'unknown');
    const fits = all.filter((one) => !onlyBy.includes(one.value) || isBy(one));
    const marked = fits.filter(({ marker }) => BY.has(marker) || (isAsked && WHICH.has(marker)));
    const ranked = this.has('rank') ? fits.filter(({ value }) => value !== 'one' && value !== 'company') : [];
    const found = marked.length || ranked.length !== 1 ? marked : ranked;
    const [first] = found.toSorted((a, b) => b.span.stems.length - a.span.stems.length);
    if (first) first.span.isTaken = true;
    return first?.value;
  }

  /** Whether every company is meant, in so many words; they are taken. */
  everyCompany(): boolean {
    const every = this.free('group', 'company').filter((span) => {
      const marker = this.marker(span);
      const words = [this.before(span), this.before(this.before(span))].map(wordIn);
      return !BY.has(marker) && !WHICH.has(marker) && words.some((word) => EVERY.has(word));
    });
    return this.takeAll([...every, ...this.free('every')]);
  }

  /** Words in the place of a company that nobody knows, once everything else was taken; `notBehind` stand the subject's names. */
  unknownCompany(notBehind: readonly string[] = []): readonly string[] | undefined {
    if (this.spans.some((span) => has(span, 'of company'))) return undefined;
    const found = this.free('unknown').find((span) => {
      const before = this.before(span)?.stems.at(-1) ?? '';
      const isFirst = this.spans[0] === span && /^\p{Lu}\S* \p{Lu}/u.test(span.text);
      return isFirst || /['’]s$/.test(span.text) || (BEFORE_COMPANY.has(before) && !notBehind.includes(before));
    });
    return found && [this.takeText(found)];
  }

  /**
   * What a text must contain: in quotes, behind 'about' or 'named', or unknown words beside these nouns or a preposition.
   *
   * @param isLoose whether unknown words are what is meant wherever they stand
   */
  searchText(nouns: readonly string[], isLoose = false): string | undefined {
    const unknown = this.free('unknown');
    const isBeside = (span: Span) => {
      const before = this.before(span);
      const words = /[\p{Lu}\d]/u.test(span.text) ? BEFORE_NAME : BEFORE_TEXT;
      const isBehind = [before, has(before, 'small') ? this.before(before) : undefined].some((one) =>
        words.has(wordIn(one)),
      );
      return isLoose || isBehind || [before, this.behind(span)].some((one) => has(one, ...nouns));
    };
    const named = unknown.filter((span) => has(this.before(span), 'named'));
    const [found] = [...this.free('quoted'), ...named, ...(unknown.length === 1 ? unknown.filter(isBeside) : [])];
    if (!found) return undefined;
    this.take('named');
    return this.takeText(found);
  }

  private takeText(span: Span): string {
    span.isTaken = true;
    return span.text.replace(/['’]s$|["“”]/g, '').trim();
  }

  /** Tags that a record must have, and must not have: known ones, and what stands behind 'tagged'. They are taken. */
  tags(): { tags: readonly string[]; without_tags: readonly string[] } {
    const found = { tags: [] as string[], without_tags: [] as string[] };
    for (const span of [...this.free('of tag'), ...this.free('unknown'), ...this.free('quoted')]) {
      const beside = [this.before(span), this.behind(span)];
      const marks = beside.filter((one) => has(one, 'tagged'));
      let last = this.before(span);
      for (
        ;
        has(last, 'small', 'noun', 'tagged', 'group', 'before') && wordIn(last) !== 'and';
        last = this.before(last)
      )
        if (has(last, 'tagged')) marks.push(last);
      const isUnwanted = wordIn(last) === 'no' || has(last, 'untagged');
      const isTag = has(span, 'of tag')
        ? marks.length ||
          isUnwanted ||
          !(span.stems.every(isKnown) || beside.some((one) => has(one, 'unknown', 'part')))
        : has(beside[0], 'tagged') ||
          (has(beside[1], 'tagged') && (isUnwanted || /^(with|the|have|ha)$/.test(wordIn(beside[0]))));
      if (!isTag) continue;
      // 'tagged winner but not sale'
      const no = isUnwanted ? [last, ...[this.before(last)].filter((one) => wordIn(one) === 'but')] : [];
      this.takeAll([...marks, ...no].flatMap((one) => one ?? []));
      const name = this.takeText(span);
      found[isUnwanted ? 'without_tags' : 'tags'].push(has(span, 'of tag') ? (span.facts[0]?.value ?? name) : name);
    }
    return found;
  }

  /** The words that nobody has taken and that mean something. */
  rest(): readonly string[] {
    const words = this.spans.flatMap((span) => (span.isTaken ? [] : wordsOf(span.text))).map(({ text }) => text);
    return words.filter((word) => !FILLER.has(stem(word)));
  }

  /** Whether anything has been understood. */
  get hasTaken(): boolean {
    return this.spans.some(({ isTaken }) => isTaken);
  }
}
