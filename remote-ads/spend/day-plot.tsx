import { formatCurrency, formatDate, VisuallyHidden } from 'shared-ui';
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import './day-plot.css';
import { amountTicks, dayTicks, lineThrough, placeOf, topOf } from './plot';

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

/**
 * Spend by day as a line, over that of the range before. Pointing at a day, or the arrow keys, show what it is; a table with
 * the same figures stands beside it.
 */
export function DayPlot({ title, days, beforeTitle, small = false }: DayPlotProps) {
  const titleId = useId();
  const [chosen, choose] = useState<number | null>(null);
  const last = days.length - 1;
  const at = Math.min(chosen ?? last, last);
  const shown = chosen === null ? undefined : days[at];
  const [spend, before] = [days.map((day) => day.spend), days.map((day) => day.before ?? 0)];
  const top = topOf(Math.max(...spend, ...before));
  const wordsOf = ({ day, spend: spent, before: earlier }: PlottedDay) =>
    `${formatDate(day)}: ${formatCurrency(spent)}${earlier === undefined ? '' : `; before ${formatCurrency(earlier)}`}`;

  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    choose(Math.min(Math.max(Math.round(((clientX - left) / width) * last), 0), last));
  };
  const go = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last, Escape: null }[event.key];
    if (to === undefined) return;
    // In a dialog, Escape closes that; it first puts away what is shown.
    if (to === null && chosen === null) return;
    event.preventDefault();
    event.stopPropagation();
    choose(to === null ? null : Math.min(Math.max(to, 0), last));
  };

  return (
    <figure className="day-plot" data-small={small} aria-labelledby={titleId}>
      <figcaption>
        <span id={titleId}>{title}</span>
        {beforeTitle && (
          <span className="day-plot__key">
            <span data-line="now">These days</span>
            <span data-line="before">{beforeTitle}</span>
          </span>
        )}
      </figcaption>
      <div
        className="day-plot__area"
        // Choosing only shows a day: the role slider tells screen readers so.
        role="slider"
        tabIndex={0}
        aria-label={`Day of ${title}`}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={at + 1}
        aria-valuetext={days[at] && wordsOf(days[at])}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => choose(null)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && choose(at)}
        onBlur={() => choose(null)}
        onKeyDown={go}
      >
        {amountTicks(top).map(({ text, place }) => (
          <div key={text} className="day-plot__amount" style={{ bottom: `${place}%` }}>
            <span>{text}</span>
          </div>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          {beforeTitle && <path className="day-plot__before" d={lineThrough(before, top)} />}
          <path
            className="day-plot__ground"
            d={`${lineThrough(spend, top)}L${last ? 100 : 50} 100L${last ? 0 : 50} 100Z`}
          />
          <path className="day-plot__line" d={lineThrough(spend, top)} />
        </svg>
        {(shown ?? (last === 0 ? days[0] : undefined)) && (
          <span
            className="day-plot__dot"
            style={{ left: `${placeOf(at, days.length)}%`, bottom: `${((spend[at] ?? 0) / top) * 100}%` }}
          />
        )}
        <div className="day-plot__dates" aria-hidden="true">
          {dayTicks(days[0]?.day ?? '', days[last]?.day ?? '').map(({ text, place }) => (
            <span key={text} style={{ left: `${place}%` }}>
              {text}
            </span>
          ))}
        </div>
        {shown && <Value {...shown} place={placeOf(at, days.length)} />}
      </div>
      {small && (
        <VisuallyHidden as="div">
          <ul>
            {days.map((day) => (
              <li key={day.day}>{wordsOf(day)}</li>
            ))}
          </ul>
        </VisuallyHidden>
      )}
    </figure>
  );
}

/** The label of a day, above the plot and never outside of it. */
const Value = ({ day, spend, before, place }: PlottedDay & { place: number }) => (
  <div
    className="day-plot__value"
    aria-hidden="true"
    style={{ left: `${place}%`, transform: `translateX(-${place}%)` }}
  >
    <strong>{formatCurrency(spend)}</strong>
    <span>{formatDate(day)}</span>
    {before !== undefined && <span>Before: {formatCurrency(before)}</span>}
  </div>
);
