import type { PlannedCogsEntry } from 'api/contract/company/product-variant-cogs';
import { useId } from 'react';
import { formatCurrency, formatDate, VisuallyHidden } from 'shared-ui';
import './cogs-chart.css';
import { drawingOf, periodText, type Step } from './cogs-periods';

interface CogsChartProps {
  title: string;
  /** Newest first, as the service returns them; at least one. */
  entries: readonly PlannedCogsEntry[];
  /** The day that it is for the company. */
  today: string;
}

/** A narrower step has no room for its amount; pointing at it and the table tell. */
const ROOM_FOR_AMOUNT = 9;
const ROOM_ON_A_PHONE = 20;

/** The history of a variant's cost as steps, with today marked; who does not see it reads the same as a list. */
export function CogsChart({ title, entries, today }: CogsChartProps) {
  const titleId = useId();
  const drawing = drawingOf(entries, today);
  return (
    <figure className="cogs-chart" aria-labelledby={titleId}>
      <figcaption id={titleId}>{title}</figcaption>
      <VisuallyHidden as="div">
        <ol>
          {drawing.steps.map(({ entry, status }) => (
            <li key={entry.period_start}>{`${periodText(entry)} (${status})`}</li>
          ))}
        </ol>
      </VisuallyHidden>
      <div className="cogs-chart__plot" aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {drawing.steps.map(({ entry, status, left, width, height }) => (
            <rect
              key={entry.period_start}
              className={`cogs-chart__step--${status.toLowerCase()}`}
              x={left}
              width={width}
              y={100 - height}
              height={height}
            >
              <title>{`${periodText(entry)} (${status})`}</title>
            </rect>
          ))}
          <path d={lineOf(drawing.steps)} />
        </svg>
        {drawing.steps
          .filter(({ width }) => width >= ROOM_FOR_AMOUNT)
          .map(({ entry, left, width, height }) => (
            <span
              key={entry.period_start}
              className={
                width < ROOM_ON_A_PHONE ? 'cogs-chart__amount cogs-chart__amount--tight' : 'cogs-chart__amount'
              }
              style={{ left: `${left + width / 2}%`, bottom: `${height}%` }}
            >
              {formatCurrency(entry.cogs_record.cogs_amount)}
            </span>
          ))}
        <div
          className={`cogs-chart__today ${drawing.today > 50 ? 'cogs-chart__today--late' : ''}`}
          style={{ left: `${drawing.today}%` }}
        >
          <span>Today</span>
        </div>
      </div>
      <div className="cogs-chart__dates" aria-hidden="true">
        <span>{formatDate(drawing.from)}</span>
        <span>{formatDate(drawing.to)}</span>
      </div>
    </figure>
  );
}

/** The line along the tops, up and down from one to the next. */
const lineOf = (steps: readonly Step[]) =>
  steps.map(({ left, width, height }, at) => `${at === 0 ? 'M' : 'L'}${left} ${100 - height}H${left + width}`).join('');
