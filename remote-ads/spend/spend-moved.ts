/** How the spend of an ad moved, in a word and a sentence; pure. */
import type { FacebookAd } from 'contract/ads/facebook-ads';
import { formatCurrency } from 'shared-ui';

/** A mark of a row, and the figures that it is for. */
export interface SpendMoved {
  readonly mark: string;
  readonly reason: string;
}

type Windows = Pick<FacebookAd, 'spend_last_7d' | 'spend_last_14d' | 'spend_last_28d'>;

/** Of an ad that the list's filter `spend_moved` finds (DECISIONS §11); else undefined. */
export function spendMoved(ad: Windows): SpendMoved | undefined {
  const centsOf = (spend: number | null) => Math.round((spend ?? 0) * 100);
  const [last7, last14, last28] = [ad.spend_last_7d, ad.spend_last_14d, ad.spend_last_28d].map(centsOf) as [
    number,
    number,
    number,
  ];
  if (last28 < 1000 || Math.abs(12 * last7 - 3 * last28) <= last28) return undefined;
  const amount = (cents: number) => formatCurrency(cents / 100);
  const before = last14 - last7;
  if (last7 === 0) return { mark: 'Stopped', reason: `no spend in 7 days, ${amount(last28)} in the 21 before.` };
  const spent = `${amount(last7)} in 7 days`;
  if (before === 0) return { mark: 'Began', reason: `${spent}, nothing in the 7 before.` };
  if (last7 >= 2 * before) return { mark: 'Doubled', reason: `${spent}, ${amount(before)} in the 7 before.` };
  const percent = Math.round((last7 / (last28 / 4) - 1) * 100);
  return {
    mark: percent > 0 ? `Up ${percent}%` : `Down ${-percent}%`,
    reason: `${spent}, ${amount(last28 / 4)} in a week of the last 28 days.`,
  };
}
