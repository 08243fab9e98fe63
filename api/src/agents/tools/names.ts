/** The tool that recognises names: which companies and tags a text names, so that the others can be asked for them. */
import { object, text } from 'contract/schema';
import { TAGGABLES } from '../../tags/taggable';
import { companiesInReach } from './companies-in-reach.queries';
import { lookUp } from './look-up';
import { companiesIn } from './named-companies';
import { tagsWithin, type TagInText } from './names.queries';
import { wordsOf, type Word } from './words';

/** A company that a text names, and by which of its words (folded). */
export interface NamedInText {
  readonly words: readonly string[];
  readonly name: string;
  readonly slug: string;
}
/** Words that several companies could mean. */
export interface UnclearInText {
  readonly words: readonly string[];
  readonly names: readonly string[];
}
/** Result of `find_names`. */
export interface FoundNames {
  readonly companies: readonly NamedInText[];
  readonly unclear: readonly UnclearInText[];
  /** Tags in the spelling of their company, and what they are on. */
  readonly tags: readonly (TagInText & { readonly words: readonly string[] })[];
}

/** Companies and tags that a text names, among those in reach. */
export const findNames = lookUp({
  description: `Recognises the companies and tags that a text names, of those the person may see; a slip of the pen is forgiven. Tags are on ${Object.keys(TAGGABLES).join(', ')}. Use it when you are not sure what a name means.`,
  input: object({ text: text('Text', { minLength: 1, maxLength: 1000 }) }, ['text']),
  read: async ({ db, caller }, { text }): Promise<FoundNames> => {
    const words = wordsOf(text);
    const of = ({ from, to }: { from: number; to: number }) => words.slice(from, to).map((word) => word.text);
    const mentions = companiesIn(words, await companiesInReach(db, caller));
    const tags = await tagsWithin(db, caller, text);
    return {
      companies: mentions.flatMap((mention) => {
        const [company, ...others] = mention.companies;
        return company && !others.length ? [{ words: of(mention), name: company.name, slug: company.slug }] : [];
      }),
      unclear: mentions.flatMap((mention) =>
        mention.companies.length > 1 ? [{ words: of(mention), names: mention.companies.map(({ name }) => name) }] : [],
      ),
      tags: tags.flatMap((tag) => {
        const found = runOf(words, wordsOf(tag.name));
        return found ? [{ ...tag, words: of(found) }] : [];
      }),
    };
  },
});

/** Where a name's words stand in a text, one behind the other; the last may have an s for many. */
function runOf(words: readonly Word[], name: readonly Word[]): { from: number; to: number } | null {
  if (!name.length) return null;
  const from = words.findIndex((_, at) =>
    name.every(({ text }, nth) => {
      const word = words[at + nth]?.text;
      return word === text || (nth === name.length - 1 && word === `${text}s`);
    }),
  );
  return from < 0 ? null : { from, to: from + name.length };
}
