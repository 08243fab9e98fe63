/** What people say beside their questions, and what they order: answered in words, with nothing looked up. */
import { entriesOf, wordSet } from './lexicon';
import { Question } from './question';

const GREETED = 'Hello! I can look things up for you. What would you like to ask?';
const WELCOME = 'You are welcome. Is there anything else you would like to know?';
const FAREWELL = 'Goodbye! Ask again whenever you like.';
/** What the built-in model can be asked. */
export const CAN_DO =
  'I can look up what you may see in this console:\n\n- **Ad spend**: most, least or in all, by company, campaign, ad set, type or tag, for yesterday and the last 7, 14 or 28 days\n- **Costs** of product variants: of one, today or on a date, which have none, what changed lately\n- **Posts and profiles**: how many by status, platform or tag, the latest, those in error and why\n- **Search terms** and **companies**\n- and this agent’s own **knowledge**.\n\nName one company or several, and go on with “and for …?”, “only video” or “as a table”. I change nothing myself.';
/** What an order gets that cannot be proposed. */
export const READS_ONLY = 'I only look things up and change nothing here. What would you like to know?';

/** Phrases whose words may also be part of a name, such as a company's. */
const SAID = entriesOf(
  `
  greeting: good day, hallo, hola, hiya, morning, evening, hello, hi, hey, hi there, hello there, good morning, good afternoon,
    good evening, greetings, howdy, moin, how are you, whats up, nice to meet you
  smallTalk: agent, bot, team, everyone, again, doing, going
  thanks: many thanks, merci, danke, helpful, brilliant, super, ok, okay, alright, all right, thanks, thank you, thank u, thx, ty,
    cheers, thank, much appreciated, appreciate it, great, perfect, nice, cool, awesome, good job, well done, wonderful, excellent, got it
  thankedFor: that helped, helped, help, very, so much, a lot, lot, for the help, answer, many, job, work
  bye: bye, goodbye, good bye, see you, that is all, thats all, good night, later, tomorrow
  abilities: what tools do you have, what are your tools, which questions, what else can you do, example, what should i ask,
    what can this do, can you help me, can you help, how can you help me, what is this, what are you for, what can i do here,
    what can you do, what can i ask, what can you help, how can you help, what do you do, what are you able to do, what do you know, help,
    help me, what questions can i ask, who are you, what are you, how does this work, what can i ask you, what can you tell me,
    your abilities, what are you good at, what can you answer, what could you do, how can i use you
  decision: apply, apply it, apply that, apply them, apply the proposal, do it, do that, go ahead, yes, yep, sure, confirm, confirmed,
    dismiss, dismiss it, dismiss that, dismiss the proposal, proceed, agreed
`,
  {},
  false,
);
const ORDERS =
  wordSet(`delete remove pause stop create add update change set edit rename tag untag deactivate activate start send refresh
  import export archive disable enable increase decrease mark merge`);
const POLITE = wordSet('please pls plz can could you would now kindly i want to lets just');

/** Whether a text is a phrase of the first of these keys, and nothing else but phrases of the others and small words. */
const isOnly = (text: string, first: string, ...others: readonly string[]): boolean => {
  const question = new Question(
    text,
    undefined,
    SAID.filter(({ key }) => [first, ...others].includes(key)),
  );
  return question.take(first) && (question.take(...others), question.rest().length === 0);
};

/** Whether a text decides on what was proposed. */
export const isDecision = (text: string): boolean => isOnly(text, 'decision', 'thanks');

/** The sentence that a greeting, a thank-you, a question for abilities or an order gets; null for everything else. */
export function talkOf(text: string): string | null {
  if (isOnly(text, 'abilities')) return CAN_DO;
  if (isOnly(text, 'thanks', 'thankedFor', 'greeting', 'bye')) return WELCOME;
  if (isOnly(text, 'greeting', 'smallTalk', 'thankedFor')) return GREETED;
  if (isOnly(text, 'bye', 'thanks')) return FAREWELL;
  const { stems } = new Question(text);
  const at = stems.findIndex((word) => !POLITE.has(word));
  return ORDERS.has(stems[at] ?? '') || /^turn (on|off)$/.test(stems.slice(at, at + 2).join(' ')) ? READS_ONLY : null;
}
