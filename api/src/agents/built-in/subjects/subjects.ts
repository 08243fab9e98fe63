/** The subjects of the built-in model. To add one: its tool, a file here with its words, and its name below. */
import { ads } from './ads';
import { companies } from './companies';
import { posts, profiles, searchTerms } from './social';
import type { Subject } from './subject';
import { variants } from './variants';

/** Of two that understand a question equally well, the first reads it. */
export const SUBJECTS: readonly Subject[] = [ads, variants, posts, profiles, searchTerms, companies];
