/** What people say beside their questions, and what they order: answered in words, with nothing looked up. */
import { FILLER } from '../lexicon/asking';
import { sayings, type Phrase } from '../lexicon/phrases';
import { Question } from '../question';

const GREETING = sayings(
  'good day, hallo, hola, hiya, morning, evening, how are you, whats up, nice to meet you, hello, hi, hey, hi there, hello there, good morning, good afternoon, good evening, greetings, howdy',
  'moin',
);
const SMALL_TALK = sayings('how are you, nice to meet you, agent, bot, team, everyone, again, doing, going');
const THANKS = sayings(
  'many thanks, thank u, merci, danke, helpful, brilliant, super, ok, okay, alright, all right, thanks, thank you, thx, ty, cheers, thank, much appreciated, appreciate it, great, perfect, nice',
  'cool, awesome, good job, well done, wonderful, excellent, got it, lovely',
);
const THANKED_FOR = sayings(
  'that helped, helped, helps, help, very, so much, a lot, lot, for the help, answer, many, job, work',
);
const BYE = sayings('bye, goodbye, good bye, see you, that is all, thats all, good night, later, tomorrow');
const ABILITIES = sayings(
  'what tools do you have, what are your tools, which questions, what else can you do, examples, example, what should i ask',
  'what can this do, can you help me, can you help, how can you help me, what is this, what are you for, what can i do here',
  'what can you do, what can i ask, what can you help, how can you help, what do you do',
  'what are you able to do, what do you know, help, help me, what questions can i ask, who are you',
  'what are you, how does this work, what can i ask you, what can you tell me, your abilities',
  'what are you good at, what can you answer, what could you do, how can i use you',
);
const ORDERS = sayings(
  'delete, remove, pause, stop, create, add, update, change, set, edit, rename, tag, untag, turn off',
  'turn on, deactivate, activate, start, send, refresh, import, export, archive, disable, enable',
  'increase, decrease, mark, merge',
);
const POLITE = new Set([
  'please',
  'pls',
  'plz',
  'can',
  'could',
  'you',
  'would',
  'now',
  'kindly',
  'i',
  'want',
  'to',
  'lets',
  'just',
]);

const GREETED = 'Hello! I can look things up for you. What would you like to ask?';
const WELCOME = 'You are welcome. Is there anything else you would like to know?';
const FAREWELL = 'Goodbye! Ask again whenever you like.';
/** What the built-in model can be asked. */
export const CAN_DO =
  'I can look up what you may see in this console:\n\n- **Ad spend**: most, least or in all, by company, campaign, ad set, type or tag, for yesterday and the last 7, 14 or 28 days\n- **Costs** of product variants: of one, today or on a date, which have none, what changed lately\n- **Posts and profiles**: how many by status, platform or tag, the latest, those in error and why\n- **Search terms** and **companies**\n- and this agent’s own **knowledge**.\n\nName one company or several, and go on with “and for …?”, “only video” or “as a table”. I change nothing myself.';
/** What an order gets that cannot be proposed. */
export const READS_ONLY = 'I only look things up and change nothing here. What would you like to know?';

const DECIDING = sayings(
  'apply, apply it, apply that, apply them, apply the proposal, do it, do that, go ahead, yes, yep, sure, confirm, confirmed',
  'dismiss, dismiss it, dismiss that, dismiss the proposal, proceed, agreed',
);

/** Whether a text decides on what was proposed. */
export const isDecision = (text: string): boolean => isOnly(text, DECIDING, THANKS);

/** Whether a text is nothing but these phrases and small words. */
function isOnly(text: string, ...some: (readonly Phrase[])[]): boolean {
  const question = new Question(text);
  const [first = [], ...others] = some;
  if (!question.take(first)) return false;
  others.forEach((some) => question.take(some));
  question.take(FILLER);
  return question.rest().length === 0;
}

/** The sentence that a greeting, a thank-you, a question for abilities or an order gets; null for everything else. */
export function talkOf(text: string): string | null {
  if (isOnly(text, ABILITIES)) return CAN_DO;
  if (isOnly(text, THANKS, THANKED_FOR, GREETING, BYE)) return WELCOME;
  if (isOnly(text, GREETING, SMALL_TALK, THANKED_FOR)) return GREETED;
  if (isOnly(text, BYE, THANKS)) return FAREWELL;
  return isOrder(text) ? READS_ONLY : null;
}

/** Whether a text orders a change: it begins with what is to be done. */
function isOrder(text: string): boolean {
  const question = new Question(text);
  const { spoken } = question;
  const first = spoken.findIndex((word) => !POLITE.has(word));
  return ORDERS.some((phrase) => phrase.every((word, nth) => spoken[first + nth] === word));
}
