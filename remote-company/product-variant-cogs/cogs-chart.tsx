import type { PlannedCogsEntry } from 'contract/company/product-variant-cogs';
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { formatCurrency, formatNumber, VisuallyHidden } from 'shared-ui';
import './cogs-chart.css';
import { drawingOf, periodText, rangeText, type Step } from './cogs-periods';

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

/**
 * The history of a variant's cost as steps, with today marked. Pointing at a step, or the arrow keys, show what it is;
 * who does not see it reads the same as a list.
 */
export function CogsChart({ title, entries, today }: CogsChartProps) {
  const titleId = useId();
  const drawing = drawingOf(entries, today);
  const { steps } = drawing;
  const [chosen, choose] = useState<number | null>(null);
  // Another forecast may have fewer.
  const shown = chosen === null ? undefined : steps[chosen];
  const current = Math.max(
    0,
    steps.findIndex(({ status }) => status === 'Current'),
  );

  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = ((clientX - left) / width) * 100;
    const at = steps.findIndex((step) => place >= step.left && place < step.left + step.width);
    choose(at < 0 ? null : at);
  };
  const go = (event: KeyboardEvent) => {
    const at = chosen ?? current;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1, Escape: null }[event.key];
    if (to === undefined) return;
    // In a dialog, Escape closes that; it first puts away what is shown.
    if (to === null && chosen === null) return;
    event.preventDefault();
    event.stopPropagation();
    choose(to === null ? null : Math.min(Math.max(to, 0), steps.length - 1));
  };

  return (
    <figure className="cogs-chart" aria-labelledby={titleId}>
      <figcaption id={titleId}>{title}</figcaption>
      <VisuallyHidden as="div">
        <ol>
          {steps.map((step) => (
            <li key={step.entry.period_start}>{wordsOf(step)}</li>
          ))}
        </ol>
      </VisuallyHidden>
      <div
        className="cogs-chart__plot"
        // Choosing only shows a period: the role slider tells screen readers so.
        role="slider"
        tabIndex={0}
        aria-label={`Period of ${title}`}
        aria-valuemin={1}
        aria-valuemax={steps.length}
        aria-valuenow={(chosen ?? current) + 1}
        aria-valuetext={wordsOf(shown ?? (steps[current] as Step))}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => choose(null)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && choose(chosen ?? current)}
        onBlur={() => choose(null)}
        onKeyDown={go}
      >
        {drawing.amounts.map(({ text, place }) => (
          <div key={text} className="cogs-chart__amount-tick" style={{ bottom: `${place}%` }}>
            <span>{text}</span>
          </div>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {steps.map((step) => (
            <rect
              key={step.entry.period_start}
              className={`cogs-chart__step--${step.status.toLowerCase()}`}
              data-shown={step === shown}
              x={step.left}
              width={step.width}
              y={100 - step.height}
              height={step.height}
            />
          ))}
          <path d={lineOf(steps)} />
        </svg>
        {steps
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
        <div className="cogs-chart__dates">
          {drawing.dates.map(({ text, place }) => (
            <span key={text} style={{ left: `${place}%` }}>
              {text}
            </span>
          ))}
        </div>
        {shown && <Value step={shown} />}
      </div>
    </figure>
  );
}

const wordsOf = ({ entry, status }: Step) => `${periodText(entry)} (${status})`;

/** The label of a step, above its middle and never outside the chart. */
function Value({ step: { entry, status, left, width } }: { step: Step }) {
  const middle = left + width / 2;
  return (
    <div className="cogs-chart__value" style={{ left: `${middle}%`, transform: `translateX(-${middle}%)` }}>
      <strong>{formatCurrency(entry.cogs_record.cogs_amount)}</strong>
      <span>{rangeText(entry)}</span>
      <span>
        {status}
        {entry.duration_days !== null && ` · ${formatNumber(entry.duration_days)} days`}
      </span>
    </div>
  );
}

/** The line along the tops, up and down from one to the next. */
const lineOf = (steps: readonly Step[]) =>
  steps.map(({ left, width, height }, at) => `${at === 0 ? 'M' : 'L'}${left} ${100 - height}H${left + width}`).join('');
