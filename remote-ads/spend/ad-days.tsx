import { dateOf, dayOf } from 'contract/calendar';
import type { FacebookAd } from 'contract/ads/facebook-ads';
import { DEFAULT_SPEND_DAYS } from 'contract/ads/spend';
import { LoadFailure, shape, Spinner } from 'shared-ui';
import { DayPlot } from './day-plot';
import './ad-days.css';
import { spendCalls } from './spend.api';
import { spendMoved } from './spend-moved';

/** How an ad's spend moved, and what it was on each of the last days, among its details (DECISIONS §13, §16). */
export function AdDays({ ad }: { ad: FacebookAd }) {
  const moved = spendMoved(ad);
  return (
    <>
      {moved && <p className={shape.quiet}>{`${moved.mark}: ${moved.reason}`}</p>}
      <Days id={ad.id} />
    </>
  );
}

function Days({ id }: { id: number }) {
  const { currentData, error, isFetching, refetch } = spendCalls.ofAd.useQuery({ id, days: DEFAULT_SPEND_DAYS });
  if (error !== undefined && !isFetching)
    return <LoadFailure message="Failed to load its days" error={error} onRetry={() => void refetch()} />;
  if (!currentData)
    return (
      <div className="ad-days">
        <Spinner label="Loading its days..." />
      </div>
    );
  const { items, from, to } = currentData;
  if (!items.length)
    return <p className={shape.quiet}>{`No day of the last ${DEFAULT_SPEND_DAYS} with spend is known.`}</p>;
  const spendOn = new Map(items.map(({ day, spend }) => [day, spend]));
  // A day that is not there is one without spend.
  const days = Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, at) => dateOf(dayOf(from) + at));
  return (
    <div className="ad-days">
      <DayPlot small title="Spend by day" days={days.map((day) => ({ day, spend: spendOn.get(day) ?? 0 }))} />
    </div>
  );
}
