/** An ad's spend over 1, 7, 14 and 28 days, as numbers and as small bars. */
import { SPEND_DAYS, type FacebookAd } from 'api/contract/ads/facebook-ads';
import { formatCurrency } from 'shared-ui';

type Days = (typeof SPEND_DAYS)[number];

const spendOf = (ad: FacebookAd, days: Days): number | null => ad[`spend_last_${days}d`];

/** What was spent a day; spend that is not known is null. */
const daily = (ad: FacebookAd, days: Days): number | null => {
  const spend = spendOf(ad, days);
  return spend === null ? null : spend / days;
};

/** How long the bar of a span is, from 0 to 1: its spend a day beside that of the ad's most expensive span. */
export function spendShare(ad: FacebookAd, days: Days): number {
  const most = Math.max(...SPEND_DAYS.map((span) => daily(ad, span) ?? 0));
  return most > 0 ? (daily(ad, days) ?? 0) / most : 0;
}

/** Spend over so many days; the four bars of a row show whether it rises or falls, whatever its height. */
export const spendCell = (days: Days) =>
  function spendOverDays(ad: FacebookAd) {
    const perDay = daily(ad, days);
    return (
      <span className="ad-spend" title={perDay === null ? 'Not known' : `${formatCurrency(perDay)} a day`}>
        {formatCurrency(spendOf(ad, days))}
        <span className="ad-spend__bar" style={{ width: `${Math.round(spendShare(ad, days) * 100)}%` }} />
      </span>
    );
  };
