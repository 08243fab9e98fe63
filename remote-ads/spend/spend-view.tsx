import type { FacebookAdListQuery } from 'contract/ads/facebook-ads';
import type { AdSpend } from 'contract/ads/spend';
import { dayOf } from 'contract/calendar';
import { Alert, Button, EmptyIcon, formatCurrency, formatDate, formatNumber, LoadFailure, Spinner } from 'shared-ui';
import type { Filtered } from 'shared-ui/list-screen';
import { Link, useLocation } from 'shared-ui/router';
import { spendQueryOf } from './spend-query';
import { SpendByDay } from './spend-by-day';
import { SpendByGroup } from './spend-by-group';
import { SpendControls } from './spend-controls';
import { spendCalls } from './spend.api';

type Filters = Filtered<FacebookAdListQuery>;

/** The spend of what the filters match: its sum in words, its picture with the same figures as a table, and what neither has. */
export function SpendView(filtered: Filters) {
  const { by, range } = spendQueryOf(useLocation().search);
  const { data, currentData, error, isFetching, refetch } = spendCalls.by.useQuery({
    ...filtered.filters,
    by,
    ...range,
  });
  const hasFailed = error !== undefined && !isFetching;
  return (
    <>
      <SpendControls shown={data} />
      {hasFailed && <LoadFailure message="Failed to load spend" error={error} onRetry={() => void refetch()} />}
      {!hasFailed && !currentData && (
        <section className="spend-card spend-waiting">
          <Spinner label="Loading spend..." />
        </section>
      )}
      {!hasFailed && currentData && <Loaded spend={currentData} filtered={filtered} />}
    </>
  );
}

function Loaded({ spend, filtered }: { spend: AdSpend; filtered: Filters }) {
  const { ads, total, total_before, without_days: without, days, groups } = spend;
  const isNothing = total === 0 && (total_before ?? 0) === 0;
  const isPlural = without.ads !== 1;
  return (
    <>
      <p className="spend-total">
        <strong>{formatCurrency(total)}</strong>
        <span>{rangeInWords(spend)}</span>
        {total_before !== undefined && <span>{changeInWords(total, total_before)}</span>}
        {ads > 0 && <Link to={`/facebook-ads?${filtered.addressWith()}`}>Show these ads</Link>}
      </p>
      {without.ads > 0 && (
        <Alert
          type="info"
          title={`${formatNumber(without.ads)} ${isPlural ? 'ads' : 'ad'} (${formatCurrency(without.spend_last_28d)} in 28 days) ${isPlural ? 'have' : 'has'} no days`}
        >
          Their spend was sent without its days, so it is in none of these figures.
        </Alert>
      )}
      {ads === 0 || isNothing ? (
        <Empty
          words={ads === 0 ? 'No ads found' : 'Nothing was spent on these days.'}
          onClear={filtered.isFiltered ? filtered.clearFilters : undefined}
        />
      ) : days ? (
        <SpendByDay days={days} from={spend.from} />
      ) : (
        <SpendByGroup spend={spend} groups={groups ?? []} filtered={filtered} />
      )}
    </>
  );
}

const Empty = ({ words, onClear }: { words: string; onClear: (() => void) | undefined }) => (
  <section className="spend-card spend-empty">
    <EmptyIcon />
    <h2>No Spend Found</h2>
    <p>{words}</p>
    {onClear && <Button onClick={onClear}>Clear all filters</Button>}
  </section>
);

const lengthOf = ({ from, to }: Pick<AdSpend, 'from' | 'to'>) => dayOf(to) - dayOf(from) + 1;

function rangeInWords({ ads, from, to }: AdSpend): string {
  const days = lengthOf({ from, to });
  const spent = `by ${formatNumber(ads)} ${ads === 1 ? 'ad' : 'ads'}`;
  return days === 1
    ? `${spent} on ${formatDate(from)}`
    : `${spent} in ${days} days, ${formatDate(from)} to ${formatDate(to)}`;
}

function changeInWords(total: number, before: number): string {
  const sum = `${formatCurrency(before)} before`;
  if (before === 0 || total === before) return sum;
  const share = Math.abs(total / before - 1) * 100;
  return `${sum}: ${share.toFixed(share < 10 ? 1 : 0)} % ${total > before ? 'more' : 'less'} now`;
}
