/**
 * The changes that the built-in model proposes when they are ordered. To add one: its tool in `agents/tools/`, a file here
 * like `tags.ts` with its sentences, and a line below.
 */
import type { FoundNames } from '../../tools/names';
import type { Call, Reading } from '../intents/intent';
import { INTENTS } from '../intents/intents';
import { FILLER } from '../lexicon/asking';
import { sayings } from '../lexicon/phrases';
import { ADS, POSTS, PROFILES, TERMS, VARIANTS } from '../lexicon/subjects';
import { escaped } from '../markdown';
import { Question } from '../question';
import type { Order, OrderKind } from './order';
import { overrides } from './overrides';
import { orderOf } from './sentences';
import { status } from './status';
import { tags } from './tags';

/** Of two that understand an order, the first reads it: 'mark these as active' sets a status. */
const KINDS: readonly OrderKind[] = [status, overrides, tags];

const NOUNS = [ADS, POSTS, PROFILES, TERMS, VARIANTS];

/** As many rows as a look-up shows by itself. */
const SHOWN = 20;

/** Words for what was found before. */
const BEFORE = sayings('these, those, them, it, they, all of them, all of these');

/** The change that a text orders; null where it orders none that can be proposed. */
export function orderIn(text: string): Order | null {
  const order = orderOf(text);
  for (const { tools, read } of KINDS) {
    const found = read(order);
    if (found) return { tools, ...found };
  }
  return null;
}

/** What can be ordered from an agent that may propose by these tools, in its examples. */
export const orderExamples = (tools: ReadonlySet<string>): readonly string[] =>
  KINDS.filter((kind) => Object.values(kind.tools).some((tool) => tool !== undefined && tools.has(tool))).map(
    ({ example }) => example,
  );

const WHICH = 'I do not know which records you mean. Ask for a list first, and then say what to do with “these”.';

const HOW_MANY = 'Say how many you mean, as in “the top 5”.';

/**
 * The call that proposes an order, the names in it being known; a sentence where it is not clear which records are meant.
 *
 * @param before the last look-up: what 'these' are
 */
export function proposalOf({ tools, change, which }: Order, names: FoundNames, before: Call | null): Reading {
  const [unclear] = names.unclear;
  if (unclear)
    return {
      says: `Several companies fit “${escaped(unclear.words.join(' '))}”: ${escaped(unclear.names.join(', '))}. Which one do you mean?`,
    };
  const meant = recordsMeant(which, names, before);
  if ('says' in meant) return meant;
  const { by, fewest_first: _, ...filter } = meant.args;
  // A look-up of sums or groups has found no records.
  if (by !== undefined) return { says: WHICH };
  const tool = tools[meant.tool];
  if (tool === undefined) return { says: 'Such a change I cannot propose for these records.' };
  return { tool, args: { ...filter, ...change } };
}

/** The look-up that finds the records: the one before for 'these', else what the words ask for. */
function recordsMeant(which: string, names: FoundNames, before: Call | null): Reading {
  const named = INTENTS.find((intent) => intent.concerns(new Question(which, names)));
  const own = before && INTENTS.find((intent) => intent.tools.includes(before.tool));
  const intent = named ?? own;
  if (!intent) return { says: WHICH };
  const question = new Question(which, names);
  const isBefore = question.take(BEFORE) || /^(this|that)$/i.test(which.trim());
  const context = intent === own && (isBefore || !named) ? before : null;
  if (isBefore && !context) return { says: WHICH };
  if (context && isNothingMore(question)) return context.tool === 'ad_spend' ? { says: WHICH } : asShown(context);
  const reading = intent.read(question, context);
  if ('says' in reading) return reading;
  const unread = question.rest();
  if (unread.length)
    return {
      says: `I do not understand ${unread.map((word) => `“${escaped(word)}”`).join(', ')}, and propose nothing.`,
    };
  const found = reading.tool === 'ad_spend' ? { tool: 'find_ads', args: reading.args } : reading;
  if (found.args['order'] !== undefined && found.args['limit'] === undefined && !context) return { says: HOW_MANY };
  return asShown(found);
}

/** Of a ranking those are meant that it shows, of everything else all that there are. */
const asShown = ({ tool, args }: Call): Call =>
  args['order'] === undefined || args['limit'] !== undefined
    ? { tool, args }
    : { tool, args: { ...args, limit: SHOWN } };

/** Whether nothing but the subject is named: 'these ads'. */
function isNothingMore(question: Question): boolean {
  [...NOUNS, FILLER].forEach((words) => question.take(words));
  return question.rest().length === 0;
}
