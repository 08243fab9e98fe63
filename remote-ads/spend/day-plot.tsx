import { formatCurrency, formatDate } from 'shared-ui';
import { amountTicks, dayTicks, lineThrough, placeOf, Plot, topOf } from 'shared-ui/plot';
import './day-plot.css';

/** A day of a plot. */
export interface PlottedDay {
  readonly day: string;
  readonly spend: number;
  /** The same day of the range before; absent in all: the plot has one line. */
  readonly before?: number;
}

interface DayPlotProps {
  title: string;
  /** At least one, in their order, none left out. */
  days: readonly PlottedDay[];
  /** Name of the second line. */
  beforeTitle?: string;
  /** Lower, with fewer words, beside other facts. */
  small?: boolean;
}

const wordsOf = ({ day, spend, before }: PlottedDay) =>
  `${formatDate(day)}: ${formatCurrency(spend)}${before === undefined ? '' : `; before ${formatCurrency(before)}`}`;

/** Spend by day as a line, over that of the range before; a table with the same figures stands beside it, unless it is small. */
export function DayPlot({ title, days, beforeTitle, small = false }: DayPlotProps) {
  const last = days.length - 1;
  const dayAt = (point: number) => days[point] as PlottedDay;
  const [spend, before] = [days.map((day) => day.spend), days.map((day) => day.before ?? 0)];
  const top = topOf(Math.max(...spend, ...before));
  return (
    <Plot
      title={title}
      small={small}
      listed={small}
      point="Day"
      count={days.length}
      start={last}
      legend={
        beforeTitle && (
          <span className="day-plot__key">
            <span data-line="now">These days</span>
            <span data-line="before">{beforeTitle}</span>
          </span>
        )
      }
      pointAt={(place) => Math.min(Math.max(Math.round((place / 100) * last), 0), last)}
      wordsOf={(point) => wordsOf(dayAt(point))}
      amounts={amountTicks(top)}
      dates={dayTicks(dayAt(0).day, dayAt(last).day)}
      label={(point) => ({ place: placeOf(point, days.length), content: <Label {...dayAt(point)} /> })}
    >
      {(shown) => {
        // Of a single day there is no line.
        const dot = shown ?? (last === 0 ? 0 : null);
        return (
          <>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
              {beforeTitle && <path className="day-plot__before" d={lineThrough(before, top)} />}
              <path
                className="day-plot__ground"
                d={`${lineThrough(spend, top)}L${last ? 100 : 50} 100L${last ? 0 : 50} 100Z`}
              />
              <path className="day-plot__line" d={lineThrough(spend, top)} />
            </svg>
            {dot !== null && (
              <span
                className="day-plot__dot"
                style={{ left: `${placeOf(dot, days.length)}%`, bottom: `${(dayAt(dot).spend / top) * 100}%` }}
              />
            )}
          </>
        );
      }}
    </Plot>
  );
}

const Label = ({ day, spend, before }: PlottedDay) => (
  <>
    <strong>{formatCurrency(spend)}</strong>
    <span>{formatDate(day)}</span>
    {before !== undefined && <span>Before: {formatCurrency(before)}</span>}
  </>
);
