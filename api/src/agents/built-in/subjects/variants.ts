/** Questions about product variants and what they cost. */
import { productVariantListQuery, variantNoun } from 'contract/company/product-variants';
import { labelled } from '../lexicon';
import type { Question } from '../question';
import { argsOver, companiesAsked, flagsIn, subject, type Reading } from './subject';

const { sales_channel, is_active } = productVariantListQuery.properties;
const OTHER_DAY = 'I cannot read that date. Name the day as 2026-03-31, as “31 March” or as “100 days ago”.';
/** A hundred years of days. */
const EVER = 36_500;

export const variants = subject({
  tools: ['find_variants', 'cost_changes'],
  examples: [
    'How many product variants of {company} have no cost today?',
    'Which costs of {company} changed in the last 30 days?',
    'What is the most expensive product of {company} by cost?',
  ],
  concerns: (question) => question.has('noun', 'price', 'id', 'cost', 'history'),
  labels: {
    sales_channel: labelled(sales_channel, { tiktok: 'tik tok, tiktok shop' }),
    is_active: labelled(is_active, {
      true: 'activated, live',
      false: 'no active, deactivated, switched off, disabled',
    }),
    sync_status: labelled(variantNoun.properties.sync_status, {
      never: 'unsynced, never been synced, no yet synced, no yet been synced',
      success: 'synced successfully, successfully synced, synced',
      failed: 'failed to sync, sync failed, failed sync, sync error, failing to sync',
    }),
  },
  words: `
    noun: variant, product variant, product, sku, listing, good
    price: cog, cost of good, cost of good sold, cost price, unit cost, cost, cost us, expensive, priced, pay for, paying for
    id: {id}
    cost missing: no cost, no cog, have none, has none, cost is no, cost are no, cost no, cog no, no known cost, cost is no known, uncosted, unknown cost, cost unknown
    cost known: with a cost, with cost, with cog, have a cost, has a cost, have cost, with a known cost
    change: changed, change, changing, new cost, new cog, updated, became, went up, went down
    history: history, over time, timeline, development, all cost, past cost, earlier cost, used to cost, last change, last changed
    upcoming: upcoming, future, planned, scheduled, coming, will change, in the future, later than today, next change, change next
    not_synced: no synced, no synced for {n} day, no synced lately
    has_override: override name, with an override name, with override, with an override, overridden, overridden name, override, renamed
    has_override false: no override, no overridden, no renamed, no override name
    group sales_channel: channel, sales channel
    group activity: status, state
    group sync_status: sync status, sync
    by product: by product, per product, each product, product by product
    detail: sold, sell, listed, price, worth, charged, id, identifier, stock, exist, made of, dollar, usd
  `,
  read(question, before): Reading {
    const identifiers = question.texts('id');
    const cost = question.pick('cost');
    const flags = flagsIn(question, 'has_override', 'is_active');
    const not_synced = question.take('not_synced');
    const limit = question.limit();
    const ofCost = question.has('price');
    const isUpcoming = question.take('upcoming');
    const isHistory = question.take('history');
    const isChanged = (ofCost || identifiers.length > 0) && question.take('change');
    const isChange = isChanged || isUpcoming || isHistory || before?.tool === 'cost_changes';
    const days = isChange ? question.pickNumber('days') : undefined;
    const isToday = question.take('today', 'now');
    const { on, isOther } = dateIn(question, Date.now());
    if (isOther) return { says: OTHER_DAY };
    const { companies, each } = companiesAsked(question, before);
    const by = question.group(true) ?? question.pick('by') ?? (each ? 'company' : undefined);
    const [sync_status, sales_channel] = [question.pick('sync_status'), question.pick('sales_channel')];
    question.takeGroup('sales_channel');
    const rank = question.pick('rank');
    const [min_cost, max_cost] = [question.pickNumber('min'), question.pickNumber('max')];
    const ofVariants = question.take('noun');
    // Groups are told in the order of their size, not of what they cost.
    const isByCost = by !== undefined && rank !== undefined;
    if (!isByCost) question.take('average');
    if (!isByCost || ofVariants) question.take('price');
    // What each costs has no sum.
    if (question.take('count') || !ofCost) question.take('total');
    question.take('much', 'detail');
    // 'The cost of X' is that of a product, 'the variants of X' are those of a company.
    const unknown = question.unknownCompany(ofVariants ? [] : ['of', 'for', 'did', 'doe']);
    const search = question.searchText(['noun'], ofCost);
    const filter = {
      companies: unknown ?? companies,
      identifiers,
      sales_channel,
      sync_status,
      not_synced,
      limit,
      search,
    };
    if (isChange) {
      const args = { ...argsOver(before, { ...filter, days: days ?? (isHistory ? EVER : undefined) }), ...flags };
      return { tool: 'cost_changes', args: isUpcoming ? { ...args, days: 0 } : args };
    }
    const order = rank && !by ? (rank === 'most' ? 'highest_cost' : 'lowest_cost') : undefined;
    const fewest_first = by !== undefined && rank === 'least';
    const args = argsOver(before, { ...filter, cost, on, min_cost, max_cost, order, fewest_first, by });
    if (isToday) delete args['on'];
    return { tool: 'find_variants', args: { ...args, ...flags } };
  },
});

const DAY = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The date that is asked for; absent where none is named. `isOther`: one that cannot be read. */
function dateIn(question: Question, now: number): { on?: string; isOther: boolean } {
  const ago = question.pickNumber('ago') ?? (question.take('yesterday') ? 1 : undefined);
  if (ago !== undefined) return { on: dayOf(now - ago * DAY), isOther: false };
  const [written] = question.texts('date');
  if (written === undefined) return { isOther: question.has('days', 'elsewhen') };
  const plain = written.replace(/(?<=\d)(st|nd|rd|th)\b/, '');
  const timeIn = (year: string) => Date.parse(/\d{4}/.test(plain) ? plain : `${plain} ${year}`);
  const [year] = dayOf(now).split('-');
  // '3 March' without a year is the last such day; Date.parse reads what is not ISO in local time.
  const time = timeIn(`${year} UTC`);
  const past = time > now && !/\d{4}/.test(plain) ? timeIn(`${Number(year) - 1} UTC`) : time;
  return Number.isNaN(past) ? { isOther: true } : { on: dayOf(past), isOther: false };
}
