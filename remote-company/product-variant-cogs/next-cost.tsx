import { formatCurrency, formatDate, Spinner } from 'shared-ui';
import { gapOf } from './cogs-periods';
import { cogsCalls } from './product-variant-cogs.api';

/** The cost that follows a variant's cost of today, or the day from which it has no cost (DECISIONS §16). */
export default function NextCost({ variantId }: { variantId: number }) {
  const { currentData, isError } = cogsCalls.getTimeline.useQuery(variantId);
  if (!currentData) return isError ? <small>The next cost could not be loaded.</small> : <Spinner />;
  const { items, today } = currentData;
  const next = items.findLast(({ period_start }) => period_start !== null && period_start > today);
  const current = items.find(({ is_current }) => is_current);
  const text = next
    ? `Next: ${formatCurrency(next.cogs_record.cogs_amount)} from ${formatDate(next.period_start)}`
    : (gapOf(items, today)?.text ?? (current?.period_end ? `Until ${formatDate(current.period_end)}` : null));
  return text && <div>{text}</div>;
}
