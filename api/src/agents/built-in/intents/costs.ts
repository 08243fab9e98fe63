/** Questions about product variants and what they cost. */
import { AVERAGE, HOW_MANY, HOW_MUCH, LEAST, MOST, TOTAL } from '../lexicon/asking';
import { dateIn, daysBack } from '../lexicon/days';
import { phrases } from '../lexicon/phrases';
import { ADS, CERTAINLY_SPEND, COGS, COST, VARIANTS } from '../lexicon/subjects';
import { Question } from '../question';
import { GROUP_NOUNS, groupIn } from '../groups';
import { amountsIn, searchText } from '../mentions';
import { argsOver, type Intent, type Reading } from './intent';
import { companiesAsked, orUnknown } from './scope';

const MISSING = phrases(
  'without cogs, without a cost, without costs, without cost, without any cost, no cost, no costs, no cogs, missing costs',
  'missing cost, missing a cost, missing cogs, have none, has none, lack a cost, lack costs, lack cogs, lacking a cost',
  'lacking costs, with no cost, not have a cost, not have costs, not have cogs, cost is missing, costs are missing',
  'unknown cost, unknown costs, cost unknown, uncosted, cost is not known, costs missing, cogs missing, without a known cost',
);
const KNOWN = phrases('with a cost, with costs, with cogs, have a cost, has a cost, have costs, with a known cost');
const CHANGED = phrases(
  'changed, changes, change, changing, new cost, new costs, new cogs, updated, cost updates, became, went up, went down',
);
const HISTORY = phrases(
  'history, over time, timeline, development, all costs, past costs, earlier costs, used to cost',
  'last change, last changed, changed last, change last, how many costs, cost periods, cost records',
);
const UPCOMING = phrases(
  'upcoming, future, planned, scheduled, coming, will change, in the future, later than today',
  'will change next, next change, change next, changes next',
);
const CHANNELS = {
  amazon: phrases('amazon, on amazon'),
  shopify: phrases('shopify, on shopify'),
  tiktok: phrases('tiktok, tik tok, tiktok shop, on tiktok'),
} as const;
const ACTIVITY = {
  active: phrases('active, activated, live'),
  inactive: phrases('inactive, not active, deactivated, switched off, disabled'),
} as const;
const SYNC = {
  never: phrases(
    'never synchronised, never synchronized, never synced, unsynced, not yet synced, have never synced, never been synced, never been synchronised, never been synchronized',
  ),
  failed: phrases(
    'failed to sync, sync failed, synchronisation failed, failed synchronisation, failed to synchronise, failed sync',
    'failing to sync, synchronization failed, failed synchronization, sync errors, failed to synchronize, failed syncs',
  ),
  success: phrases(
    'synced successfully, successfully synced, synchronised successfully, synced, synchronised, synchronized',
  ),
} as const;
const NOT_SYNCED = phrases('not synced, not synchronised, not synchronized, not synced for 7 days, not synced lately');
const OVERRIDDEN = {
  yes: phrases(
    'with an override name, with override, with overrides, with an override, override name, overridden name, override names',
    'overridden names, overridden, override, overrides, renamed, an own name',
  ),
  no: phrases('without an override, without override, no override, without overrides, not overridden, not renamed'),
} as const;
const GROUPS = {
  sales_channel: phrases('channel, channels, sales channel, sales channels'),
  activity: GROUP_NOUNS.status,
  sync_status: phrases('sync status, synchronisation, sync'),
} as const;
const BY_PRODUCT = { product: phrases('by product, per product, each product, product by product') } as const;
const DETAILS = phrases(
  'sold, sell, listed, sold on, price, worth, channel, charged, id, identifier, stock, exist, made of',
);
const OTHER_DAY = 'I cannot read that date. Name the day as 2026-03-31, as “31 March” or as “100 days ago”.';

/** A hundred years of days. */
const EVER = 36_500;

const hasIdentifier = (question: Question) => new Question(question.text).identifiers().length > 0;

export const costs: Intent = {
  tools: ['find_variants', 'cost_changes'],
  examples: [
    'How many product variants of {company} have no cost today?',
    'Which costs of {company} changed in the last 30 days?',
    'What is the most expensive product of {company} by cost?',
  ],
  concerns: (question) =>
    [VARIANTS, COGS].some((words) => question.has(words)) ||
    hasIdentifier(question) ||
    (question.has(COST) && !question.has(ADS) && !question.has(CERTAINLY_SPEND)),
  read(question, before): Reading {
    const identifiers = question.identifiers();
    const isMissing = question.take(MISSING);
    const isKnown = !isMissing && question.take(KNOWN);
    const override = question.pick({ no: OVERRIDDEN.no, yes: OVERRIDDEN.yes });
    const not_synced = question.take(NOT_SYNCED);
    const sync_status = question.pick(SYNC);
    const limit = question.limit(VARIANTS);
    const isUpcoming = question.take(UPCOMING);
    const mayChange = [COST, COGS].some((words) => question.has(words)) || identifiers.length > 0;
    const isHistory = question.take(HISTORY);
    const isChange =
      (mayChange && question.take(CHANGED)) || isUpcoming || isHistory || before?.tool === 'cost_changes';
    const back = isChange ? daysBack(question) : undefined;
    const { date, isToday, isOther } = dateIn(question, Date.now());
    if (isOther) return { says: OTHER_DAY };
    const asked = companiesAsked(question, before);
    const by = groupIn(question, GROUPS, true) ?? question.pick(BY_PRODUCT) ?? (asked.each ? 'company' : undefined);
    const activity = question.pick({ inactive: ACTIVITY.inactive, active: ACTIVITY.active });
    const sales_channel = question.pick(CHANNELS);
    const [isLeast, isMost] = [question.take(LEAST), question.take(MOST)];
    const { min, max } = amountsIn(question);
    const ofVariants = question.take(VARIANTS);
    const ofCost = question.has(COST) || question.has(COGS);
    // Groups are told in the order of their size, not of what they cost.
    const isByCost = by !== undefined && (isLeast || isMost);
    [...(isByCost ? [] : [AVERAGE]), ...(isByCost && !ofVariants ? [] : [COGS, COST])].forEach((words) =>
      question.take(words),
    );
    const isCount = question.take(HOW_MANY);
    // What each costs has no sum.
    if (isCount || !ofCost) question.take(TOTAL);
    [HOW_MUCH, DETAILS].forEach((words) => question.take(words));
    // 'The cost of X' is that of a product, 'the variants of X' are those of a company.
    const companies = orUnknown(asked, question, ofVariants ? [] : ['of', 'for', 'did', 'does']);
    const filter = {
      ...{ companies, identifiers, sales_channel, sync_status, not_synced, limit },
      search: searchText(question, [VARIANTS], ofCost),
    };
    const is_active = activity && { is_active: activity === 'active' };
    const has_override = override && { has_override: override === 'yes' };
    if (isChange) {
      const args = { ...argsOver(before, { ...filter, days: back }), ...is_active, ...has_override };
      return {
        tool: 'cost_changes',
        args: isUpcoming ? { ...args, days: 0 } : isHistory && back === undefined ? { ...args, days: EVER } : args,
      };
    }
    const order = isLeast ? 'lowest_cost' : isMost ? 'highest_cost' : undefined;
    const cost = isMissing ? 'missing' : isKnown ? 'known' : undefined;
    const args = argsOver(before, {
      ...filter,
      cost,
      on: date,
      min_cost: min,
      max_cost: max,
      order: by ? undefined : order,
      fewest_first: by !== undefined && isLeast,
      by,
    });
    if (isToday) delete args['on'];
    return { tool: 'find_variants', args: { ...args, ...is_active, ...has_override } };
  },
};
