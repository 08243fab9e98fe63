/**
 * How the built-in model reads a question: by the subject that understands most of it, which must be all of it. What none
 * understands is looked for in the agent's knowledge.
 */
import type { FoundNames } from '../tools/names';
import { wordSet } from './lexicon';
import type { Question } from './question';
import type { Call, Reading, Subject } from './subjects/subject';
import { SUBJECTS } from './subjects/subjects';
import { talkOf } from './talk';
import { escaped, quoted } from './telling';

/** Nobody's subject, as far as it was understood: it may be in the knowledge. */
export interface Search {
  readonly searches: true;
  /** The words that the nearest subject did not understand, where a figure is asked for. */
  readonly unread?: readonly string[];
}

/** What is said without looking anything up, or which way a question goes before the names in it are known. */
export function firstStep(
  text: string,
  before: Call | null,
): { says: string } | { searches: true } | { needsNames: true } {
  const said = talkOf(text);
  if (said !== null) return { says: said };
  const isAboutData = before !== null || SUBJECTS.some((subject) => subject.concerns(subject.ask(text)));
  return isAboutData ? { needsNames: true } : { searches: true };
}

/** What is said where a name may mean several companies; null where none does. */
export const whichCompany = ({ unclear: [unclear] }: FoundNames): Reading | null =>
  unclear
    ? {
        says: `Several companies fit “${escaped(unclear.words.join(' '))}”: ${escaped(unclear.names.join(', '))}. Which one do you mean?`,
      }
    : null;

/** What a question asks for, its names being known. */
export function readingOf(text: string, names: FoundNames, before: Call | null): Reading | Search {
  const unclear = whichCompany(names);
  if (unclear) return unclear;
  const attempts = SUBJECTS.flatMap((subject) => attempt(subject, text, names, before) ?? []);
  const [best] = attempts.toSorted((a, b) => a.left - b.left);
  if (best && best.left < 1) return best.reading;
  const plain = SUBJECTS[0]!.ask(text);
  const unread = best?.unread ?? plain.rest();
  const isBehind =
    GOING_ON.has(plain.stems[0] ?? '') || (plain.stems.length <= 8 && plain.stems.some((word) => THOSE.has(word)));
  if (before && isBehind) return { says: notFollowed(unread) };
  // Who names a company asks for its figures.
  const isFigure = plain.has('count', 'total', 'rank', 'much') || names.companies.length > 0;
  return { searches: true, ...(best && isFigure && { unread: best.unread }) };
}

const notFollowed = (unread: readonly string[]): string =>
  `I do not understand ${unread.length ? `${quoted(unread)} in ` : ''}this behind the question before, and give no figure that may be wrong. Could you ask the whole question?`;

interface Attempt {
  readonly reading: Reading;
  /** How many words were not understood … */
  readonly left: number;
  /** … and which. */
  readonly unread: readonly string[];
}

/** How a subject reads a question: anew, where it is named, else as a follow-up of its own last call. */
function attempt(subject: Subject, text: string, names: FoundNames, before: Call | null): Attempt | null {
  const own = before && subject.tools.includes(before.tool) ? before : null;
  const question = subject.ask(text, names);
  const isNamed = subject.concerns(question);
  if (!isNamed && !own) return null;
  question.take('table');
  if (!isNamed) question.take('before');
  const context = isNamed ? contextOf(subject, before, own, question) : own;
  const isOwn = own !== null && context === own;
  const page = isOwn && question.take('page') ? { page: Number(own.args['page'] ?? 1) + 1 } : {};
  const isWhole = isOwn && WHOLE.test(text);
  const reading = subject.read(question, isWhole ? unfiltered(own) : context);
  // Where a sentence is said, the words behind it were not read at all.
  const isSaid = 'says' in reading;
  const rest = question.hasTaken ? question.rest().length : 1;
  // Words that were only taken for a part of a name count for half: who knows them as more reads the question.
  const doubt = isSaid ? 0.75 : TEXTS.some((name) => name in reading.args) ? 0.5 : 0;
  // Of two that understand it, the one goes on that was asked before.
  const left = rest + doubt + (before && !isOwn ? 0.1 : 0);
  return {
    ...{ left, unread: isSaid ? [] : question.rest() },
    reading: isSaid ? reading : { ...reading, args: { ...reading.args, ...page } },
  };
}
const TEXTS = ['search', 'campaign', 'ad_set'];
const THOSE = wordSet('they them those these');
/** Words that begin what only makes sense behind another question: 'and by campaign?', 'only video ads'. */
const GOING_ON = wordSet('and now only just but or also then instead plus without by');
/** What asks for all that was found before, without its filters. */
const WHOLE = /\b(overall|altogether|as a whole|in (all|total)|all (of them|together|ads|posts))\b/i;
const OF_ALL = wordSet('we our us my all altogether overall everywhere');

/** A call about all that it was about before its filters. */
const unfiltered = ({ tool, args }: Call): Call => ({
  tool,
  args: only(args, ['companies', 'period', 'on', 'by', 'order']),
});

const only = (args: Call['args'], names: readonly string[]): Call['args'] =>
  Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));

/** What of the call before holds for a question that names its subject: all of it behind 'of them', else the companies. */
function contextOf(subject: Subject, before: Call | null, own: Call | null, question: Question): Call | null {
  const { stems } = question;
  const isElliptic =
    stems.length <= 3 || stems.some((word, at) => GOING_ON.has(word) && (at === 0 || stems.length <= 5));
  const isAsBefore = question.take('before');
  if (own && (isAsBefore || isElliptic)) return own;
  if (!before || stems.some((word) => OF_ALL.has(word))) return null;
  return { tool: '', args: only(before.args, isElliptic ? (subject.keeps ?? ['companies']) : ['companies']) };
}

/** Whether a table was asked for, even of one row. */
export const wantsTable = (text: string): boolean => SUBJECTS[0]!.ask(text).has('table');
