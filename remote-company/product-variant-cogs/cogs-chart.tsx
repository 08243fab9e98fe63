import type { PlannedCogsEntry } from 'contract/company/product-variant-cogs';
import { formatCurrency, formatNumber } from 'shared-ui';
import { Plot } from 'shared-ui/plot';
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

/** The history of a variant's cost as steps, with today marked; who does not see it reads the same as a list. */
export function CogsChart({ title, entries, today }: CogsChartProps) {
  const drawing = drawingOf(entries, today);
  const { steps } = drawing;
  const stepAt = (point: number) => steps[point] as Step;
  const start = Math.max(
    0,
    steps.findIndex(({ status }) => status === 'Current'),
  );
  const pointAt = (place: number) => {
    const at = steps.findIndex(({ left, width }) => place >= left && place < left + width);
    return at < 0 ? null : at;
  };
  return (
    <Plot
      title={title}
      start={start}
      pointAt={pointAt}
      point="Period"
      count={steps.length}
      listed
      className="cogs-chart"
      wordsOf={(point) => wordsOf(stepAt(point))}
      amounts={drawing.amounts}
      dates={drawing.dates}
      label={(point) => {
        const { left, width } = stepAt(point);
        return { place: left + width / 2, content: <Label step={stepAt(point)} /> };
      }}
    >
      {(shown) => (
        <>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none">
            {steps.map((step, at) => (
              <rect
                key={step.entry.period_start}
                className={`cogs-chart__step--${step.status.toLowerCase()}`}
                data-shown={at === shown}
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
        </>
      )}
    </Plot>
  );
}

const wordsOf = ({ entry, status }: Step) => `${periodText(entry)} (${status})`;

const Label = ({ step: { entry, status } }: { step: Step }) => (
  <>
    <strong>{formatCurrency(entry.cogs_record.cogs_amount)}</strong>
    <span>{rangeText(entry)}</span>
    <span>
      {status}
      {entry.duration_days !== null && ` · ${formatNumber(entry.duration_days)} days`}
    </span>
  </>
);

/** The line along the tops, up and down from one to the next. */
const lineOf = (steps: readonly Step[]) =>
  steps.map(({ left, width, height }, at) => `${at === 0 ? 'M' : 'L'}${left} ${100 - height}H${left + width}`).join('');
