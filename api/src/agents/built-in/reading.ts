/**
 * How the built-in model reads a question: by the intent that understands most of it, which must be all of it. What no
 * intent understands is looked for in the agent's knowledge.
 */
import { AS_BEFORE, AS_TABLE, HOW_MANY, HOW_MUCH, LEAST, MORE, MOST, OVERALL, TOTAL } from './lexicon/asking';
import type { Call, Intent, Reading } from './intents/intent';
import { INTENTS } from './intents/intents';
import { talkOf } from './intents/talk';
import { Question } from './question';
import { escaped, quoted } from './markdown';
import { phrases } from './lexicon/phrases';
import type { FoundNames } from '../tools/names';

/** What the model does next: say something, call a data tool, or search the knowledge. */
export type Step = Reading | Search;

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
  const isAboutData = INTENTS.some((intent) => intent.concerns(new Question(text)));
  return isAboutData || before ? { needsNames: true } : { searches: true };
}

/** What a question asks for, its names being known. */
export function readingOf(text: string, names: FoundNames, before: Call | null): Step {
  const [unclear] = names.unclear;
  if (unclear)
    return {
      says: `Several companies fit “${escaped(unclear.words.join(' '))}”: ${escaped(unclear.names.join(', '))}. Which one do you mean?`,
    };
  const attempts = INTENTS.flatMap((intent) => attemptsOf(intent, text, names, before));
  const [best] = attempts.sort((a, b) => a.left - b.left);
  if (best && best.left < 1) return best.reading;
  const unread = best?.unread ?? new Question(text).rest();
  if (before && goesOn(text)) return { says: notFollowed(unread) };
  // Who names a company asks for its figures.
  const isFigure = asksForFigure(text) || names.companies.length > 0;
  return { searches: true, ...(best && isFigure && { unread: best.unread }) };
}

interface Attempt {
  readonly reading: Reading;
  /** How many words were not understood … */
  readonly left: number;
  /** … and which. */
  readonly unread: readonly string[];
}

const asksForFigure = (text: string): boolean => {
  const question = new Question(text);
  return [HOW_MANY, TOTAL, MOST, LEAST, HOW_MUCH].some((words) => question.has(words));
};

/** Whether a text only makes sense behind another: it begins with 'and' and the like, or is about 'them'. */
const goesOn = (text: string): boolean => {
  const question = new Question(text);
  return GOING_ON.has(question.at(0)) || (question.spoken.length <= 8 && question.has(THOSE));
};
const THOSE = phrases('they, them, those, these');

const notFollowed = (unread: readonly string[]): string =>
  `I do not understand ${unread.length ? `${quoted(unread)} in ` : ''}this behind the question before, and give no figure that may be wrong. Could you ask the whole question?`;

/** How an intent reads a question: anew, where it names its subject, else as a follow-up of its own last call. */
function attemptsOf(intent: Intent, text: string, names: FoundNames, before: Call | null): Attempt[] {
  const own = before && intent.tools.includes(before.tool) ? before : null;
  const isNamed = intent.concerns(new Question(text, names));
  if (!isNamed && !own) return [];
  const question = new Question(text, names);
  question.take(AS_TABLE);
  const context = isNamed ? contextOf(intent, before, own, question) : own;
  if (!isNamed) question.take(AS_BEFORE);
  const page = own && context === own && question.take(MORE) ? { page: Number(own.args['page'] ?? 1) + 1 } : {};
  const reading = intent.read(question, own && context === own && question.take(OVERALL) ? unfiltered(own) : context);
  const { left, ...read } = attempt(
    'says' in reading ? reading : { ...reading, args: { ...reading.args, ...page } },
    question,
  );
  // Of two that understand it, the one goes on that was asked before.
  return [{ ...read, left: before && context !== own ? left + 0.1 : left }];
}

/** Words that were only taken for a part of a name count for half: who knows them as more reads the question. */
function attempt(reading: Reading, question: Question): Attempt {
  // Where a sentence is said, the words behind it were not read at all.
  const unread = 'says' in reading ? [] : question.rest();
  const left = question.hasTaken ? question.rest().length : 1;
  const doubt = 'says' in reading ? 0.75 : SEARCHED.some((name) => name in reading.args) ? 0.5 : 0;
  return { reading, unread, left: left + doubt };
}
const SEARCHED = ['search', 'campaign', 'ad_set'];

/** Whether a question only makes sense behind another: 'and by campaign?', 'only video ads'. */
const isElliptic = ({ spoken }: Question): boolean =>
  spoken.length <= 3 ||
  GOING_ON.has(spoken[0] ?? '') ||
  (spoken.length <= 5 && spoken.some((word) => GOING_ON.has(word)));
const GOING_ON = new Set([
  'and',
  'now',
  'only',
  'just',
  'but',
  'or',
  'also',
  'then',
  'instead',
  'plus',
  'without',
  'by',
]);

const OF_ALL = new Set(['we', 'our', 'us', 'my', 'all', 'altogether', 'overall', 'everywhere']);

/** A call about all that it was about before its filters. */
function unfiltered({ tool, args }: Call): Call {
  const kept = ['companies', 'period', 'on', 'by', 'order'].flatMap((name) =>
    name in args ? [[name, args[name]]] : [],
  );
  return { tool, args: Object.fromEntries(kept) as Call['args'] };
}

/** What of the call before holds for a question that names its subject: all of it behind 'of them', else the companies. */
function contextOf(intent: Intent, before: Call | null, own: Call | null, question: Question): Call | null {
  const goesOn = isElliptic(question);
  if (own && (question.take(AS_BEFORE) || goesOn)) return own;
  const isOfAll = question.spoken.some((word) => OF_ALL.has(word));
  if (!before || isOfAll) return null;
  question.take(AS_BEFORE);
  const kept = goesOn ? (intent.keeps ?? ['companies']) : ['companies'];
  const args = Object.fromEntries(kept.flatMap((name) => (name in before.args ? [[name, before.args[name]]] : [])));
  return { tool: '', args };
}

/** Whether a table was asked for, even of one row. */
export const wantsTable = (text: string): boolean => new Question(text).has(AS_TABLE);
