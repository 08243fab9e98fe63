/**
 * All that the built-in model can be asked about. To add a subject:
 *
 * 1. its tool in `agents/tools/` (a file, with a `Subject` for `subject.queries.ts`), named in `agents/tools.ts`;
 * 2. a file here like `search-terms.ts`: the words that name the subject, three examples, and `read`, which takes the words
 *    that it understands off the question and makes the tool's arguments of them;
 * 3. a line below, and a line in `intents.test.ts` for each way to ask.
 *
 * Words that several subjects use (days, how many, the highest, names of companies) are in `lexicon/` and `scope.ts`. Nothing
 * has to be said about follow-ups: what a question says is put over the arguments of the call before.
 */
import { ads } from './ads';
import { companies } from './companies';
import { costs } from './costs';
import type { Intent } from './intent';
import { posts, profiles, searchTerms } from './social';

/** The subjects; of two that understand a question equally well, the first reads it. */
export const INTENTS: readonly Intent[] = [ads, costs, posts, profiles, searchTerms, companies];
