import type { AdSpend } from 'contract/ads/spend';
import { dateOf, dayOf } from 'contract/calendar';
import { formatCurrency, formatDate } from 'shared-ui';
import { DayPlot } from './day-plot';

/** Spend by day as a line with the range before beneath it, and as a table, the newest day first. */
export function SpendByDay({ days, from }: { days: NonNullable<AdSpend['days']>; from: string }) {
  const earlier = dateOf(dayOf(from) - days.length);
  const beforeTitle = days.length === 1 ? 'The day before' : `The ${days.length} days before`;
  return (
    <>
      <section className="spend-card">
        <DayPlot
          title="Spend by day"
          beforeTitle={beforeTitle}
          days={days.map(({ day, spend, spend_before }) => ({ day, spend, before: spend_before }))}
        />
      </section>
      <section className="spend-card spend-card--table" role="region" aria-label="Spend by day as a table" tabIndex={0}>
        <table className="spend-table spend-table--days">
          <caption>Spend by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Spend</th>
              <th scope="col">Day before</th>
              <th scope="col">Spend before</th>
            </tr>
          </thead>
          <tbody>
            {days
              .map((day, at) => ({ ...day, before: dateOf(dayOf(earlier) + at) }))
              .reverse()
              .map(({ day, spend, spend_before, before }) => (
                <tr key={day}>
                  <th scope="row">{formatDate(day)}</th>
                  <td>{formatCurrency(spend)}</td>
                  <td>{formatDate(before)}</td>
                  <td>{formatCurrency(spend_before)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
