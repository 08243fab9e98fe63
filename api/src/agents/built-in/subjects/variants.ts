/** Questions about product variants and what they cost. */
import { findVariants } from '../../tools/variants';
import type { Question } from '../question';
import { argsOver, subject } from './subject';

const OTHER_DAY = 'I cannot read that date. Name the day as 2026-03-31 or as “100 days ago”.';
/** A hundred years of days. */
const EVER = 36_500;
const DAY_MS = 86_400_000;

export const variants = subject({
  tools: ['find_variants', 'cost_changes'],
  inputs: findVariants.input.properties,
  concerns: (question) => question.has('noun', 'price', 'id', 'cost', 'history'),
  words: `
    noun: variant, product variant, product, sku, listing
    price: cost, cog, cost of good, cost price, expensive, cheapest
    id: {id}
    is_active false: no active
    sync_status never: never been synced, no yet synced
    sync_status success: synced
    sync_status failed: failed to sync, sync failed
    cost missing: no cost, no cog, have no, no known cost, cost no known, unknown cost, cost unknown
    cost known: known cost
    change: changed, change, new cost
    history: history, over time, all cost, last change
    upcoming: upcoming, future, planned, next change, will change
    not_synced: no synced
    has_override true: override name, override, overridden, renamed
    has_override false: no override, no overridden, no renamed
    group sales_channel: channel
    group activity: status
    group sync_status: sync
    by product: by product, per product, each product
    detail: sold, sell, listed, good
  `,
  callOf(question, said, before) {
    const identifiers = question.texts('id');
    const isPrice = question.has('price');
    const isUpcoming = question.take('upcoming');
    const isHistory = question.take('history');
    const isChange = (isPrice || identifiers.length > 0) && question.take('change');
    const ofChanges = isUpcoming || isHistory || isChange || before?.tool === 'cost_changes';
    const { by } = said;
    const args = { ...said, identifiers };
    if (ofChanges) {
      question.take('price');
      const days = question.number('days') ?? (isHistory ? EVER : isUpcoming ? 0 : undefined);
      return { tool: 'cost_changes', args: argsOver(before, { ...args, days }) };
    }
    const on = dayIn(question);
    if (question.has('days', 'elsewhen')) return { says: OTHER_DAY };
    // Groups are shown in the order of their size, not of what they cost, and what each costs has no sum.
    const rank = by !== undefined && isPrice && !question.has('noun') ? undefined : question.value('rank');
    question.take('price');
    if (by === undefined) question.take('average');
    if (!isPrice || question.has('count')) question.take('total');
    const order = by === undefined && rank !== undefined && { order: rank === 'most' ? 'highest_cost' : 'lowest_cost' };
    const fewest_first = by !== undefined && rank === 'least' ? true : undefined;
    return { tool: 'find_variants', args: argsOver(before, { ...args, on, fewest_first, ...order }) };
  },
});

/** Takes the day of a cost; null for today, undefined where none is named. */
function dayIn(question: Question): string | null | undefined {
  const ago = question.number('ago') ?? (question.take('yesterday') ? 1 : undefined);
  if (ago !== undefined) return new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const [date] = question.texts('date');
  return date ?? (question.take('today') || question.has('now') ? null : undefined);
}
