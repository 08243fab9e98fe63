/** Changes that the built-in model proposes when they are ordered (DECISIONS §9). */
import { postBulkStatus } from 'contract/social/posts';
import type { FoundNames } from '../tools/names';
import { whichCompany } from './reading';
import type { Call, Reading } from './subjects/subject';
import { SUBJECTS } from './subjects/subjects';
import { quoted } from './telling';

type Change = Readonly<Record<string, unknown>>;

/** A change that a person orders, of the records that `which` says: 'these', 'all video ads of Lumen'. */
export interface Order {
  readonly kind: keyof typeof KINDS;
  readonly change: Change;
  readonly which: string;
}

/** By the kind of change: the tools that propose it, by the look-up whose records are meant, and an example. */
const KINDS = {
  status: {
    tools: {
      find_posts: 'propose_post_status',
      find_profiles: 'propose_profile_status',
      find_search_terms: 'propose_term_status',
    },
    example: 'Set these to active',
  },
  names: { tools: { find_variants: 'propose_variant_overrides' }, example: 'Rename these to “Alpine boot”' },
  tags: {
    tools: { find_ads: 'propose_ad_tags', find_posts: 'propose_post_tags', find_profiles: 'propose_profile_tags' },
    example: 'Tag these as “winner”',
  },
} as const;

/** Sentences by the kind of change and what they set; without it the value in the sentence. The first that fits counts. */
const SENTENCES: readonly (readonly [kind: Order['kind'], sets: string, sentence: RegExp])[] = [
  ['status', 'active', /^(activate|approve|enable|resume) (?<which>.+)$/i],
  ['status', 'inactive', /^(deactivate|pause|disable|stop) (?<which>.+)$/i],
  [
    'status',
    '',
    /^(set|change|mark) (the )?(status of )?(?<which>.+?) (to|as) (?<value>.+?)( because (?<message>.+))?$/i,
  ],
  ['names', '', /^(clear|remove|reset) (the )?overrides? (names? )?of (?<which>.+)$/i],
  ['names', 'override_product_variant_name', /^set the variant names? of (?<which>.+) to (?<value>.+)$/i],
  ['names', 'override_product_name', /^(rename|set the product names? of) (?<which>.+) to (?<value>.+)$/i],
  ['tags', 'replace', /^replace (the )?tags of (?<which>.+) (by|with) (?<value>.+)$/i],
  ['tags', 'add', /^(tag|mark) (?<which>.+) (as|with) (the )?(tags? )?(?<value>.+)$/i],
  ['tags', 'add', /^add (the )?(tags? )?(?<value>.+) to (?<which>.+)$/i],
  ['tags', 'remove', /^(remove|take) (the )?(tags? )?(?<value>.+) (from|off) (?<which>.+)$/i],
];
const STATUSES: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(postBulkStatus.properties.new_status.enum.map((status) => [status, status])),
  approved: 'active',
  paused: 'inactive',
};

const POLITE = /^((please|can you|could you|now|then|and|ok|okay)[, ]+)+/i;
const POLITE_END = /([,\s]*(please|for me|now|thanks))+$/i;

/** The text in quotes, else the text itself. */
const unquoted = (text: string): string => /^["“”'‘](.+)["“”'’]$/.exec(text.trim())?.[1]?.trim() ?? text.trim();

function changeOf(kind: Order['kind'], sets: string, value = '', message?: string): Change | null {
  const text = unquoted(value);
  if (kind === 'status') {
    const new_status = sets || STATUSES[text.toLowerCase()];
    return new_status ? { new_status, ...(message !== undefined && { status_message: unquoted(message) }) } : null;
  }
  if (kind === 'names')
    return sets ? { [sets]: text } : { override_product_name: null, override_product_variant_name: null };
  return { how: sets, change_tags: text === value ? text.split(/\s*(?:,|\band\b)\s*/).filter(Boolean) : [text] };
}

/** The change that a text orders; null where it orders none that can be proposed. */
export function orderIn(text: string): Order | null {
  const plain = text.replace(/\s+/g, ' ').replace(/[.!?\s]+$/, '');
  const order = plain.trim().replace(POLITE, '').replace(POLITE_END, '');
  for (const [kind, sets, sentence] of SENTENCES) {
    const { which = '', value, message } = sentence.exec(order)?.groups ?? {};
    const change = which && changeOf(kind, sets, value, message);
    if (change) return { kind, change, which };
  }
  return null;
}

/** Examples of what can be ordered from an agent with these tools. */
export const orderExamples = (tools: ReadonlySet<string>): readonly string[] =>
  Object.values(KINDS)
    .filter((kind) => Object.values(kind.tools).some((tool) => tools.has(tool)))
    .map(({ example }) => example);

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
  if (by !== undefined || meant.tool === 'ad_spend') return { says: WHICH };
  const tools: Readonly<Partial<Record<string, string>>> = KINDS[kind].tools;
  const tool = tools[meant.tool];
  if (tool === undefined) return { says: 'Such a change I cannot propose for these records.' };
  // Of a ranking those are meant that it shows, of everything else all that there are.
  const shown = filter['order'] !== undefined && filter['limit'] === undefined && { limit: SHOWN };
  return { tool, args: { ...filter, ...shown, ...change } };
}

/** The look-up that finds the records: the one before for 'these', else the one that the words ask for. */
function recordsMeant(which: string, names: FoundNames, before: Call | null): Reading {
  const own = before && SUBJECTS.find(({ tools }) => tools.includes(before.tool));
  const subject = SUBJECTS.find((one) => one.concerns(one.ask(which, names))) ?? own;
  const isBefore = /\b(these|those|them|it|they)\b/i.test(which);
  if (!subject || (isBefore && subject !== own)) return { says: WHICH };
  const question = subject.ask(which, names);
  const reading = subject.read(question, isBefore ? before : null);
  if ('says' in reading) return reading;
  const unread = question.unread();
  if (unread.length) return { says: `I do not understand ${quoted(unread)}, and propose nothing.` };
  if (isBefore) return { ...reading, tool: before?.tool ?? reading.tool };
  if (reading.args['order'] !== undefined && reading.args['limit'] === undefined)
    return { says: 'Say how many you mean, as in “the top 5”.' };
  return reading.tool === 'ad_spend' ? { ...reading, tool: 'find_ads' } : reading;
}
