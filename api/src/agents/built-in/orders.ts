/**
 * The changes that the built-in model proposes when they are ordered. Sentences are written as words, `a|b` for either, `[a|b]`
 * for what may be left out, `a_b` for two words, and `{which}` for the part that says which records are meant.
 */
import type { FoundNames } from '../tools/names';
import { whichCompany } from './reading';
import type { Call, Reading } from './subjects/subject';
import { SUBJECTS } from './subjects/subjects';
import { quoted } from './telling';

type Parts = Readonly<Record<string, string>>;
type Change = Readonly<Record<string, unknown>>;

/** A change that a person orders, of the records that `which` says: 'these', 'all video ads of Lumen'. */
export interface Order {
  readonly kind: keyof typeof KINDS;
  readonly change: Change;
  readonly which: string;
}

/** A line for each sentence, by the kind of change and what it sets. Of two that fit, the first counts. */
const SENTENCES = `
  status active: activate|approve|enable|resume|unpause|accept {which}
  status inactive: deactivate|pause|disable|stop|suspend {which}
  status: set|change|switch|move|put|mark|turn [the] [status] [of] {which} to|as|into|on [in] {value} with|because [the] [message|reason] {message}
  status: set|change|switch|move|put|mark|turn [the] [status] [of] {which} to|as|into|on [in] {value}
  names: clear|remove|reset|delete [the] [all] [override] override|overrides|name|names [name|names] of|for|from|on {which}
  names override_product_variant_name: set|change|rename [the] [override] variant name|names [override] of|for|on {which} to|as {value}
  names override_product_name: set|change [the] [override] [product] name|names|override [override|name] of|for|on {which} to|as {value}
  names override_product_name: rename {which} to|as {value}
  tags replace: replace|change|set|make [all] [the] [tags] tags of|on|for {which} by|with|to|into {value}
  tags add: tag|label|mark {which} as|with [the] [tag|tags] {value}
  tags add: add|put|give [the] [tag|tags] {value} to|on {which}
  tags remove: remove|take|strip|delete|drop [the] [tag|tags] {value} off_of|off|from {which}
  tags remove: untag {which} as|from|with {value}
`;
const STATUSES: Parts = {
  ...{ active: 'active', approved: 'active', live: 'active', enabled: 'active' },
  ...{ inactive: 'inactive', paused: 'inactive', disabled: 'inactive', deactivated: 'inactive' },
  ...{ pending: 'pending', waiting: 'pending', error: 'error', failed: 'error', 'an error': 'error' },
};

/**
 * The kinds of change: the tools that propose it, by the look-up whose records are meant, what can be said behind a list, and
 * the change that a sentence orders, null for none.
 */
const KINDS = {
  status: {
    tools: {
      find_posts: 'propose_post_status',
      find_profiles: 'propose_profile_status',
      find_search_terms: 'propose_term_status',
    },
    example: 'Set these to active',
    changeOf: (set: string, { value = '', message }: Parts): Change | null => {
      const new_status = set || STATUSES[unquoted(value).toLowerCase()];
      return new_status ? { new_status, ...(message !== undefined && { status_message: unquoted(message) }) } : null;
    },
  },
  names: {
    tools: { find_variants: 'propose_variant_overrides' },
    example: 'Rename these to “Alpine boot”',
    changeOf: (field: string, { value = '' }: Parts): Change | null =>
      field ? { [field]: unquoted(value) } : { override_product_name: null, override_product_variant_name: null },
  },
  tags: {
    tools: { find_ads: 'propose_ad_tags', find_posts: 'propose_post_tags', find_profiles: 'propose_profile_tags' },
    example: 'Tag these as “winner”',
    changeOf: (how: string, { value = '' }: Parts): Change | null => {
      const change_tags = namesIn(value);
      return change_tags.length ? { how, change_tags } : null;
    },
  },
} as const;
const toolsOf = (kind: Order['kind']): Readonly<Partial<Record<string, string>>> => KINDS[kind].tools;

const PATTERNS = [...SENTENCES.matchAll(/^ +(\w+) ?(\w*): (.+)$/gm)].map(([, kind, set = '', sentence = '']) => {
  const either = (some: string) => `(?:${some.replaceAll('_', ' ')}) `;
  const words = sentence.split(' ').map((word) => {
    if (word.startsWith('{')) return `(?<${word.slice(1, -1)}>\\S.*?) `;
    return word.startsWith('[') ? `(?:${either(word.slice(1, -1))})?` : either(word);
  });
  return { kind: kind as Order['kind'], set, pattern: new RegExp(`^${words.join('')}$`, 'i') };
});

const POLITE =
  /^(?:(?:please|kindly|can you|could you|would you|will you|i want you to|i would like you to|lets|let's|just|now|then|and|ok|okay|so|great|good|thanks)[, ]+)+/i;
const POLITE_END = /(?:[,\s]*(?:please|for me|now|thanks|thank you))+$/i;

/** What stands in quotes, else the text itself. */
const unquoted = (text: string): string => /^["“”'‘](.+)["“”'’]$/.exec(text.trim())?.[1]?.trim() ?? text.trim();

/** The tags of a list: 'winner, sale and “spring and summer”'. */
const namesIn = (text: string): string[] =>
  (text.match(/["“”][^"“”]+["“”]|[^,]+?(?=\s*(?:,|\band\b|$))/g) ?? [])
    .map((tag) => unquoted(tag.replace(/^\s*(?:and|,)\s*/i, '')).replace(/\s+tags?$/i, ''))
    .filter((tag) => /[^\s,]/.test(tag) && !/^and$/i.test(tag));

/** The change that a text orders; null where it orders none that can be proposed. */
export function orderIn(text: string): Order | null {
  const plain = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!?\s]+$/, '');
  const order = `${plain.replace(POLITE, '').replace(POLITE_END, '')} `;
  for (const { kind, set, pattern } of PATTERNS) {
    const parts = pattern.exec(order)?.groups;
    const change = parts && KINDS[kind].changeOf(set, parts);
    if (change) return { kind, change, which: parts['which'] ?? '' };
  }
  return null;
}

/** What can be ordered from an agent that may propose by these tools, in its examples. */
export const orderExamples = (tools: ReadonlySet<string>): readonly string[] =>
  Object.values(KINDS).flatMap((kind) =>
    Object.values(kind.tools).some((tool) => tools.has(tool)) ? [kind.example] : [],
  );

/** As many rows as a look-up shows by itself. */
const SHOWN = 20;
const WHICH = 'I do not know which records you mean. Ask for a list first, and then say what to do with “these”.';

/**
 * The call that proposes an order, the names in it being known; a sentence where it is not clear which records are meant.
 *
 * @param before the last look-up: what 'these' are
 */
export function proposalOf({ kind, change, which }: Order, names: FoundNames, before: Call | null): Reading {
  const meant = whichCompany(names) ?? recordsMeant(which, names, before);
  if ('says' in meant) return meant;
  const { by, fewest_first: _, ...filter } = meant.args;
  // A look-up of sums or groups has found no records.
  if (by !== undefined) return { says: WHICH };
  const tool = toolsOf(kind)[meant.tool];
  if (tool === undefined) return { says: 'Such a change I cannot propose for these records.' };
  // Of a ranking those are meant that it shows, of everything else all that there are.
  const shown = filter['order'] !== undefined && filter['limit'] === undefined && { limit: SHOWN };
  return { tool, args: { ...filter, ...shown, ...change } };
}

/** The look-up that finds the records: the one before for 'these', else what the words ask for. */
function recordsMeant(which: string, names: FoundNames, before: Call | null): Reading {
  const own = before && SUBJECTS.find(({ tools }) => tools.includes(before.tool));
  const named = SUBJECTS.find((subject) => subject.concerns(subject.ask(which, names)));
  const subject = named ?? own;
  if (!subject) return { says: WHICH };
  const question = subject.ask(which, names);
  question.take('before');
  const isBefore = /\b(these|those|them|it|they)\b|^\s*(this|that)\s*$/i.test(which);
  const context = subject === own && (isBefore || !named) ? before : null;
  if (isBefore && !context) return { says: WHICH };
  const reading = subject.read(question, context);
  if ('says' in reading) return reading;
  const unread = question.unread();
  if (unread.length) return { says: `I do not understand ${quoted(unread)}, and propose nothing.` };
  if (context) return context.tool === 'ad_spend' ? { says: WHICH } : { ...reading, tool: context.tool };
  if (reading.args['order'] !== undefined && reading.args['limit'] === undefined)
    return { says: 'Say how many you mean, as in “the top 5”.' };
  return reading.tool === 'ad_spend' ? { ...reading, tool: 'find_ads' } : reading;
}
