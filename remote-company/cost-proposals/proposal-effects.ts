/** The effects of a proposed cost in words, by the forecast of a dry run. Pure. */
import type { CogsBulkForecast } from 'contract/company/cogs-bulk';
import type { CostProposal } from 'contract/company/cost-proposals';
import type { PlannedCogsEntry } from 'contract/company/product-variant-cogs';
import { formatCurrency } from 'shared-ui';
import { dayText, effectsOf, effectText } from '../product-variant-cogs/cogs-effects';

type Period = CogsBulkForecast['periods_before'][number];
type Forecast = Pick<CogsBulkForecast, 'periods_before' | 'periods_after'>;
/** The day that it is for the company is the one from which the cost would count. */
type Planned = Pick<CostProposal, 'cogs_amount' | 'effective_start_date' | 'effective_end_date'>;

const entryOf = (id: number | null, { cogs_amount, effective_start_date, effective_end_date }: Period) =>
  ({
    cogs_record: { id, cogs_amount },
    period_start: effective_start_date,
    period_end: effective_end_date,
  }) as PlannedCogsEntry;

/** Whether a period is another one's place after the save: one of its ends has stayed. */
const isSame = (one: Period, other: Period) =>
  one.cogs_amount === other.cogs_amount &&
  (one.effective_start_date === other.effective_start_date || one.effective_end_date === other.effective_end_date);

const isPlanned = (period: Period, planned: Planned) =>
  period.cogs_amount === planned.cogs_amount &&
  period.effective_start_date === planned.effective_start_date &&
  period.effective_end_date === planned.effective_end_date;

/** 'Adds $4.32 from Nov 25; $4.00 ends Nov 24 instead of being ongoing.' */
export function proposalText(planned: Planned, { periods_before, periods_after }: Forecast): string {
  const { cogs_amount, effective_start_date: today, effective_end_date: end } = planned;
  const others = periods_after.filter((period) => !isPlanned(period, planned));
  const before = periods_before.map((period, at) => entryOf(at, period));
  const after = others.map((period) => {
    const at = periods_before.findIndex((earlier) => isSame(earlier, period));
    return entryOf(at < 0 ? null : at, period);
  });
  const from = today === null ? '' : ` from ${dayText(today, today)}`;
  const to = end === null ? '' : ` to ${dayText(end, today ?? end)}`;
  const effects = effectsOf(before, after, { recordId: null, start: today, end }, today ?? '');
  const effect = effectText(effects);
  return `Adds ${formatCurrency(cogs_amount)}${from}${to}${effect === null ? '.' : `; ${effect}`}`;
}
