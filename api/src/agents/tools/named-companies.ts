/** Companies by what people call them: the name or its beginning, the slug, and either with a typing error. */
import { isLike, wordsOf, type Word } from './words';

/** A company that the person reaches. */
export interface NamedCompany {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

/** Companies that words of a text may name: one, or several where that is not clear. `from` and `to` count the words. */
export interface Mention {
  readonly companies: readonly NamedCompany[];
  readonly from: number;
  readonly to: number;
}

// Between the words of a name people put these or leave them out.
const JOINING = new Set(['and', 'the']);
// The first word of a name that means something else when it stands alone.
const ORDINARY = new Set(
  (
    'active all best big blue cheap company fast first free fresh good great green happy high home image inactive ' +
    'last little media modern most name nature new news next north old only open other pending post posts power ' +
    'product pure quick quite real simple smart social south spend story super tags test that these this three ' +
    'total true type united urban video white with world young your'
  ).split(' '),
);

/** The companies that a text names, in the order of the text; the longest name counts. */
export function companiesIn(words: readonly Word[], companies: readonly NamedCompany[]): Mention[] {
  const names = companies.map((company) => ({ company, spellings: spellingsOf(company) }));
  const mentions: Mention[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const fits = names.flatMap(({ company, spellings }) =>
      spellings.flatMap((spelling) => fitsOf(words, at, spelling)).map((fit) => ({ company, ...fit })),
    );
    if (!fits.length) continue;
    const best = fits.reduce((a, b) => (isBetter(b, a) ? b : a));
    const equal = fits.filter((fit) => !isBetter(best, fit)).map(({ company }) => company);
    mentions.push({ companies: [...new Set(equal)], from: at, to: best.to });
    at = best.to - 1;
  }
  return mentions;
}

interface Fit {
  /** The word behind the last one that fits. */
  readonly to: number;
  readonly length: number;
  readonly isWhole: boolean;
  readonly slips: number;
}

const isBetter = (a: Fit, b: Fit): boolean =>
  a.length !== b.length ? a.length > b.length : a.isWhole !== b.isWhole ? a.isWhole : a.slips < b.slips;

function spellingsOf({ name, slug }: NamedCompany): string[][] {
  const plain = (text: string) => wordsOf(text).flatMap(({ text }) => (JOINING.has(text) ? [] : [text]));
  const [byName, bySlug] = [plain(name), plain(slug.replaceAll('-', ' '))];
  const joined = [byName, byName.slice(0, 2), bySlug].flatMap((parts) => (parts.length > 1 ? [[parts.join('')]] : []));
  return [byName, bySlug, ...joined].filter(({ length }) => length);
}

/** How the words from `at` on spell a name from its beginning, or two words of it from further on. */
const fitsOf = (words: readonly Word[], at: number, name: readonly string[]): Fit[] =>
  name.flatMap((_, from) => {
    const fit = fitOf(words, at, name.slice(from));
    return fit && (from === 0 || fit.length > 1) ? [{ ...fit, isWhole: fit.isWhole && from === 0 }] : [];
  });

/** How far the words from `at` on spell a name from its beginning; null: not enough to mean it. */
function fitOf(words: readonly Word[], at: number, name: readonly string[]): Fit | null {
  let to = at;
  let length = 0;
  let slips = 0;
  for (let next = at; next < words.length && length < name.length; next += 1) {
    const word = words[next]?.text ?? '';
    const meant = name[length] ?? '';
    if (length > 0 && JOINING.has(word)) continue;
    if (!isLike(word, meant, length > 0 ? 3 : 4)) break;
    slips += Number(word !== meant);
    length += 1;
    to = next + 1;
  }
  const isWhole = length === name.length;
  const first = name[0] ?? '';
  if (length === 0) return null;
  if (
    length === 1 &&
    (ORDINARY.has(words[at]?.text ?? '') || ORDINARY.has(first) || first.length < (slips ? 5 : isWhole ? 2 : 3))
  )
    return null;
  return { to, length, isWhole, slips };
}
