/**
 * A question while a subject reads it. The subject takes the parts that it understands; where a part is left over, the
 * question was not understood, and no figure is given.
 */
import type { ResourceType } from 'contract/tags';
import type { FoundNames } from '../tools/names';
import { MOST_ROWS } from '../tools/look-up';
import { wordsOf } from '../tools/words';
import { partsOf, type Part } from './parts';
import { FILLER, numberOf, stem, type Phrase } from './phrases';

/** Keys that are understood without being taken. */
const QUIET = ['small', 'noun', 'detail', 'count', 'before', 'now', 'table'];
/** Words in front of the noun of a group. */
const BY = /^(by|per|each|every|which|what)$/;

const says = (part: Part | undefined, ...keys: readonly string[]): boolean =>
  part?.facts.some(({ key }) => keys.includes(key)) ?? false;

export class Question {
  private readonly parts: readonly Part[];

  /** @param on the records whose tags are meant; absent: no tags */
  constructor(text: string, phrases: readonly Phrase[], names?: FoundNames, on?: ResourceType) {
    const companies = names?.companies.map(({ words, slug }) => ({ key: 'company', value: slug, words })) ?? [];
    const tags = names?.tags.filter((tag) => on && tag.on.includes(on)) ?? [];
    const named = [...companies, ...tags.map(({ words, name }) => ({ key: 'tag', value: name, words }))];
    this.parts = partsOf(text, named, phrases);
  }

  /** How many parts there are. */
  get length(): number {
    return this.parts.length;
  }

  private free(...keys: readonly string[]): Part[] {
    return this.parts.filter((part) => !part.isTaken && says(part, ...keys));
  }

  /** The values of a key, each once. */
  values(key: string): string[] {
    const all = this.free(key).flatMap(({ facts }) => facts.flatMap((fact) => (fact.key === key ? [fact.value] : [])));
    return [...new Set(all)];
  }

  has(...keys: readonly string[]): boolean {
    return this.free(...keys).length > 0;
  }

  /** Takes the parts with these keys; whether there were any. */
  take(...keys: readonly string[]): boolean {
    const found = this.free(...keys);
    for (const part of found) part.isTaken = true;
    return found.length > 0;
  }

  /** Takes the value of a key, of several the longest phrase's: the others stay, so that they are not overlooked. */
  value(key: string): string | undefined {
    const parts = this.free(key).toSorted((a, b) => b.stems.length - a.stems.length);
    const value = parts[0]?.facts.find((fact) => fact.key === key)?.value;
    for (const part of parts)
      if (part.facts.some((fact) => fact.key === key && fact.value === value)) part.isTaken = true;
    return value;
  }

  /** Takes a number: the value of the phrase times the number in it. */
  number(key: string): number | undefined {
    const [part] = this.free(key);
    if (!part) return undefined;
    part.isTaken = true;
    const value = part.facts.find((fact) => fact.key === key)?.value;
    return Number(value) * (part.stems.map(numberOf).find((one) => one !== undefined) ?? 1);
  }

  /** Takes the texts of a key, as they are written. */
  texts(key: string): string[] {
    const found = this.free(key);
    this.take(key);
    return found.map(({ text }) => text);
  }

  private before(part: Part): Part | undefined {
    return this.parts[this.parts.indexOf(part) - 1];
  }

  private behind(part: Part): Part | undefined {
    return this.parts[this.parts.indexOf(part) + 1];
  }

  /**
   * Takes how many rows are wanted: a number behind 'top' or in front of what is counted.
   *
   * @param filters the keys of what may stand between the number and the noun: 'the 3 video ads'
   */
  limit(filters: readonly string[]): number | undefined {
    const found = this.free('number').find(
      (part) => says(this.before(part), 'rank', 'age') || says(this.behind(part), 'noun', 'group', ...filters),
    );
    const limit = numberOf(found?.stems[0] ?? '') ?? 0;
    if (!found || limit < 1 || limit > MOST_ROWS) return undefined;
    found.isTaken = true;
    return limit;
  }

  /** Takes by which group something is asked: its noun is behind 'by', 'which' or 'top', or the only one beside 'most'. */
  group(): string | undefined {
    const groups = this.free('group').filter((part) => !says(part, 'noun'));
    const marked = groups.find((part) => {
      let before = this.before(part);
      if (says(before, 'number') || before?.isTaken) before = says(before, 'number') ? this.before(before!) : before;
      return BY.test(before?.stems.join(' ') ?? '') || says(before, 'rank');
    });
    const others = groups.filter((part) => !part.facts.some(({ value }) => value === 'company'));
    const found = marked ?? (this.has('rank') && others.length === 1 ? others[0] : undefined);
    if (!found) return undefined;
    found.isTaken = true;
    return found.facts.find(({ key }) => key === 'group')?.value;
  }

  /**
   * Takes the text that a record must contain, where it is the only one: in quotes, behind 'about', with a capital, or beside
   * what is asked for.
   *
   * @returns it, and which part of the record's name it is of (`part`), where that stands beside it
   */
  text(): { text?: string; part?: string } {
    const unknown = this.free('unknown');
    const [found, ...others] = this.has('quoted') ? this.free('quoted') : unknown;
    if (!found || others.length) return {};
    const [before, behind] = [this.before(found), this.behind(found)];
    const isName = before !== undefined && /^[\p{Lu}\d]/u.test(found.text);
    const isMeant =
      isName ||
      says(found, 'quoted') ||
      says(before, 'named', 'part', 'price') ||
      says(behind, 'noun', 'part', 'price');
    if (!isMeant) return {};
    found.isTaken = true;
    this.take('named');
    const part = [before, behind].flatMap((one) => one?.facts ?? []).find(({ key }) => key === 'part')?.value;
    return { text: found.text.replace(/['’]s$|["“”]/g, '').trim(), ...(part !== undefined && { part }) };
  }

  /** Takes the known tags that a record must have, and must not have: 'tagged a but not b', 'without those tagged c'. */
  tags(): { tags: string[]; without_tags: string[] } {
    const found = { tags: [] as string[], without_tags: [] as string[] };
    const isOfTags = this.has('tagged');
    let no: Part | undefined;
    for (const part of this.parts) {
      if (says(part, 'no', 'untagged')) no = part;
      const name = part.facts.find(({ key }) => key === 'tag')?.value;
      if (name !== undefined && (isOfTags || says(this.behind(part), 'noun'))) {
        for (const one of [part, no]) if (one) one.isTaken = true;
        found[no ? 'without_tags' : 'tags'].push(name);
      } else if (!says(part, 'no', 'noun', 'tagged', 'before', 'untagged')) no = undefined;
    }
    if (found.tags.length || found.without_tags.length) this.take('tagged', 'untagged');
    return found;
  }

  /** Whether anything was understood … */
  get hasTaken(): boolean {
    return this.parts.some((part) => part.isTaken || says(part, 'noun', 'table'));
  }

  /** … and whether a text was. */
  get hasText(): boolean {
    return this.parts.some((part) => part.isTaken && says(part, 'unknown', 'quoted'));
  }

  /** The words that were not understood. */
  unread(): string[] {
    const left = this.parts.filter((part) => !part.isTaken && !says(part, ...QUIET));
    return left
      .flatMap(({ text }) => wordsOf(text))
      .map(({ text }) => text)
      .filter((word) => !FILLER.has(stem(word)));
  }
}
