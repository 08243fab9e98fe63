/** Near-duplicates among the names of tags (DECISIONS §16). Pure. */
import { tagKey } from 'contract/tags';

/** From so many letters on, names that are one letter apart may be meant for the same. */
const LETTERS = 5;

/** A name without case, marks, spaces and punctuation; one of nothing else as it is. */
const lettersOf = (name: string): string => {
  const key = tagKey(name);
  return key.normalize('NFKD').replace(/[\p{M}\p{Z}\p{P}]/gu, '') || key;
};

/**
 * The names that each of these is a near-duplicate of: of the same letters, or, from five letters on, one letter apart. Two
 * that differ in a figure, such as 'Video 1' and 'Video 2', do not count. A name without any is not in the map.
 */
export function nearDuplicates(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const near = new Map<string, Set<string>>();
  const join = (some: readonly string[], others: readonly string[]) => {
    for (const one of some) for (const other of others) if (one !== other) add(near, one, other);
  };
  const byLetters = new Map<string, string[]>();
  for (const name of names) push(byLetters, lettersOf(name), name);
  /** Those that are alike but for the letter at one place, by the place and the others. */
  const byGap = new Map<string, string[]>();
  for (const [letters, same] of byLetters) {
    join(same, same);
    const signs = [...letters];
    if (signs.length < LETTERS) continue;
    for (const [at, sign] of signs.entries()) {
      if (!/\p{L}/u.test(sign)) continue;
      const others = signs.toSpliced(at, 1).join('');
      push(byGap, `${at} ${others}`, letters);
      const shorter = byLetters.get(others);
      if (!shorter || signs.length === LETTERS) continue;
      join(same, shorter);
      join(shorter, same);
    }
  }
  for (const alike of byGap.values())
    for (const one of alike)
      for (const other of alike) if (one !== other) join(byLetters.get(one) ?? [], byLetters.get(other) ?? []);
  return new Map([...near].map(([name, others]) => [name, [...others].sort()]));
}

/** Those of the names that are near-duplicates of one. */
export function nearTo(one: string, names: readonly string[]): string[] {
  const lengthOf = (name: string) => [...lettersOf(name)].length;
  const length = lengthOf(one);
  // Few of thousands are about as long, and to compare is what takes its time.
  return names.filter((name) => Math.abs(lengthOf(name) - length) <= 1 && nearDuplicates([one, name]).size > 0);
}

const push = (lists: Map<string, string[]>, key: string, value: string) => {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
};
const add = (sets: Map<string, Set<string>>, key: string, value: string) =>
  void sets.set(key, (sets.get(key) ?? new Set()).add(value));
