/** Greetings, thanks and orders: answered in a sentence, with nothing looked up. */

const GREETED = 'Hello! I can look things up for you. What would you like to ask?';
const WELCOME = 'You are welcome. Is there anything else you would like to know?';
const FAREWELL = 'Goodbye! Ask again whenever you like.';
/** Questions that the built-in model can be asked. */
export const CAN_DO =
  'I can look up what you may see in this console:\n\n- **Ad spend**: most, least or in all, by company, campaign, ad set, type or tag, for yesterday and the last 7, 14 or 28 days\n- **Costs** of product variants: of one, today or on a date, which have none, what changed lately\n- **Posts and profiles**: how many by status, platform or tag, the latest, those in error and why\n- **Search terms** and **companies**\n- and this agent’s own **knowledge**.\n\nName one company or several, and go on with “and for …?”, “only video” or “as a table”. I change nothing myself.';
/** The answer to an order that cannot be proposed. */
export const READS_ONLY = 'I only look things up and change nothing here. What would you like to know?';

const HELLO = /^(hello|hi|hey|howdy|greetings|good (day|morning|afternoon|evening))( (there|all|everyone))?$/;
const THANKS = /^(many )?(thanks|thank you|thx|cheers|great|perfect|ok|okay|got it)\b/;
const BYE = /^(good ?bye|bye|see you|good night)\b/;
const ABILITIES =
  /^(help( me)?|who are you|what are you|what (can|do|could) (you|i|this) (do|ask|answer|know|help)( you| with)?|how (can|do) (i use )?you( help)?( me)?)$/;
const ORDER =
  /^(delete|remove|pause|stop|create|add|update|change|set|edit|rename|tag|untag|activate|deactivate|enable|disable|start|send|import|export|mark|merge|turn (on|off))\b/;
const DECISION = /^(yes|yep|sure|ok|apply|dismiss|confirm|do|go ahead|proceed)( (it|that|them|do|the proposal))*$/;
const POLITE = /\b(please|pls|kindly|can you|could you|would you|i want to|let'?s|just|now)\b/g;

const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s']/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const withoutPolite = (text: string): string => plainOf(plainOf(text).replace(POLITE, ' '));

/** Whether a text decides on a proposal. */
export const isDecision = (text: string): boolean => DECISION.test(withoutPolite(text));

/**
 * The sentence that a greeting, thanks, a question for abilities or an order gets; null for everything else.
 *
 * @param isAboutData whether a subject is named: then only an order is not a question
 */
export function talkOf(text: string, isAboutData: boolean): string | null {
  if (ORDER.test(withoutPolite(text))) return READS_ONLY;
  const plain = plainOf(text);
  if (isAboutData) return null;
  if (ABILITIES.test(plain)) return CAN_DO;
  if (HELLO.test(plain)) return GREETED;
  if (THANKS.test(plain)) return WELCOME;
  return BYE.test(plain) ? FAREWELL : null;
}
