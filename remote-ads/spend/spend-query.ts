/** The query in the address of the spend screen beside the filters; pure. */
import { DEFAULT_SPEND_DAYS, SPEND_BY, type SpendBy } from 'contract/ads/spend';
import { isDate } from 'contract/calendar';

/** The numbers of days that the screen offers, back from the last whole one. */
export const PERIODS = [7, 28, 90] as const;

/** By what spend is added up, and over which days: so many, or two dates. */
export interface SpendQuery {
  readonly by: SpendBy;
  readonly range: { readonly days: number } | { readonly from: string; readonly to: string };
}

/** The query of an address; what makes no sense in it counts as absent. */
export function spendQueryOf(search: string): SpendQuery {
  const params = new URLSearchParams(search);
  const by = SPEND_BY.find((one) => one === params.get('by')) ?? 'day';
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (isDate(from) && isDate(to)) return { by, range: { from, to } };
  const days = PERIODS.find((one) => String(one) === params.get('days')) ?? DEFAULT_SPEND_DAYS;
  return { by, range: { days } };
}

/** The parameters of an address with another query; defaults are left out. */
export function searchWith(search: string, { by, range }: SpendQuery): string {
  const params = new URLSearchParams(search);
  for (const name of ['by', 'days', 'from', 'to']) params.delete(name);
  if (by !== 'day') params.set('by', by);
  if ('from' in range) {
    params.set('from', range.from);
    params.set('to', range.to);
  } else if (range.days !== DEFAULT_SPEND_DAYS) params.set('days', String(range.days));
  return params.toString();
}
