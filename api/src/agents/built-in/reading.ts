/**
 * How the built-in model reads a question: by the subject that understands most of it, which must be all of it. A question
 * that no subject understands is looked for in the agent's knowledge.
 */
import { wordsOf } from '../tools/words';
import type { FoundNames } from '../tools/names';
import type { Question } from './question';
import type { Call, Reading, Subject } from './subjects/subject';
import { SUBJECTS } from './subjects/subjects';
import { talkOf } from './talk';
import { escaped, quoted } from './telling';

/** No subject understands all of it: it may be in the knowledge. */
export interface Search {
  readonly searches: true;
  /** The words that the nearest subject did not understand, where a figure is asked for. */
  readonly unread?: readonly string[];
}

/** An answer that needs no look-up, or which way a question goes before the names in it are known. */
export function firstStep(text: string, before: Call | null): { says: string } | Search | { needsNames: true } {
  const isAboutData = SUBJECTS.some((subject) => subject.concerns(subject.ask(text)));
  const said = talkOf(text, isAboutData);
  if (said !== null) return { says: said };
  return isAboutData || before !== null ? { needsNames: true } : { searches: true };
}

/** The sentence where a name may mean several companies; null where none does. */
export const whichCompany = ({ unclear: [unclear] }: FoundNames): Reading | null =>
  unclear
    ? {
        says: `Several companies fit “${escaped(unclear.words.join(' '))}”: ${escaped(unclear.names.join(', '))}. Which one do you mean?`,
      }
    : null;

/** The call that a question asks for, its names being known. */
export function readingOf(text: string, names: FoundNames, before: Call | null): Reading | Search {
  const unclear = whichCompany(names);
  if (unclear) return unclear;
  const attempts = SUBJECTS.flatMap((subject) => attempt(subject, text, names, before) ?? []);
  const [best] = attempts.toSorted((a, b) => a.doubt - b.doubt);
  if (best && best.doubt < 1) return best.reading;
  const plain = SUBJECTS[0]!.ask(text, names);
  if (before && (goesOn(text) || (plain.length <= 6 && plain.has('before'))))
    return { says: notFollowed(best?.unread ?? plain.unread()) };
  // Who names a company asks for its figures.
  const isFigure = plain.has('count', 'total', 'rank') || names.companies.length > 0;
  return { searches: true, ...(best && isFigure && { unread: best.unread }) };
}

const notFollowed = (unread: readonly string[]): string =>
  `I do not understand ${unread.length ? `${quoted(unread)} in ` : ''}this behind the question before, and give no figure that may be wrong. Could you ask the whole question?`;

interface Attempt {
  readonly reading: Reading;
  readonly unread: readonly string[];
  /** How many words were not understood, and a part of one for what is less sure. */
  readonly doubt: number;
}

/** How a subject reads a question: by itself where its noun is named, else as a follow-up of its own last call. */
function attempt(subject: Subject, text: string, names: FoundNames, before: Call | null): Attempt | null {
  const own = before && subject.tools.includes(before.tool) ? before : null;
  const question = subject.ask(text, names);
  const isNamed = subject.concerns(question);
  if (!isNamed && !own) return null;
  const context = isNamed ? contextOf(subject, question, text, { before, own }) : own;
  const isOwn = own !== null && context === own;
  const page = isOwn && question.take('next') ? { page: Number(own.args['page'] ?? 1) + 1 } : {};
  const reading = subject.read(question, context);
  const unread = question.unread();
  const isCall = 'tool' in reading;
  // A name that may be one of something else, a sentence in the place of a call, another subject than before.
  const doubt = (isCall && question.hasText ? 0.5 : 0) + (isCall ? 0 : 0.75) + (before && !isOwn ? 0.1 : 0);
  return {
    reading: isCall ? { ...reading, args: { ...reading.args, ...page } } : reading,
    unread,
    doubt: (question.hasTaken ? unread.length : 1) + doubt,
  };
}

const FIRST_WORDS = new Set('and now only just but or also then instead plus without'.split(' '));

/** Whether a text begins as one that only makes sense behind another question: 'and by campaign?', 'only video ads'. */
const goesOn = (text: string): boolean => FIRST_WORDS.has(wordsOf(text)[0]?.text ?? '');

/** The arguments of the question before that hold for one that names its subject. */
function contextOf(
  subject: Subject,
  question: Question,
  text: string,
  { before, own }: { before: Call | null; own: Call | null },
): Call | null {
  if (!before) return null;
  const isElliptic = goesOn(text) || question.length <= 3;
  if (own && (isElliptic || question.has('before'))) return own;
  const kept = Object.entries(before.args).filter(([name, value]) => {
    const values = subject.inputs[name]?.enum;
    return (
      name === 'companies' || (isElliptic && ['platform', 'status'].includes(name) && values?.includes(value as string))
    );
  });
  return { tool: '', args: Object.fromEntries(kept) };
}

/** Whether a table was asked for, even of one row. */
export const wantsTable = (text: string): boolean => SUBJECTS[0]!.ask(text).has('table');
