import { useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { VisuallyHidden } from '../field';
import './plot.css';
import type { Tick } from './ticks';

/** A picture of amounts over days. Places are hundredths of its width and height, from the bottom left. */
export interface PlotProps {
  title: string;
  /** Beside the title, such as what each line is. */
  legend?: ReactNode;
  /** The name of one point, such as 'Day': the picture is a slider over them. */
  point: string;
  /** How many points there are; at least one. */
  count: number;
  /** The point that the keyboard begins with. */
  start: number;
  /** The point at this place of the width; null: none is. */
  pointAt(place: number): number | null;
  /** A point in words. */
  wordsOf(point: number): string;
  amounts: readonly Tick[];
  dates: readonly Tick[];
  /** The label of the point that is shown, and where its middle stands. */
  label(point: number): { readonly place: number; readonly content: ReactNode };
  /** The drawing, with the point that is shown; null: none is. */
  children(shown: number | null): ReactNode;
  /** No table with the same figures stands beside it: who does not see it reads the points as a list. */
  listed?: boolean;
  /** Lower, with fewer words, beside other facts. */
  small?: boolean;
  /** The screen's own, which may say `--plot-height`. */
  className?: string;
}

/**
 * The frame of every picture: its axes, and the point that is pointed at or chosen by the arrow keys, in a label and in
 * words. What is drawn in it is SVG in the page, so themes, forced colours and printing are the page's.
 */
export function Plot({ title, legend, count, start, listed, small = false, className = '', ...plot }: PlotProps) {
  const { wordsOf, pointAt, label } = plot;
  const titleId = useId();
  const [chosen, choose] = useState<number | null>(null);
  // Other points may be fewer.
  const shown = chosen !== null && chosen < count ? chosen : null;
  const at = shown ?? start;

  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    choose(pointAt(((clientX - left) / width) * 100));
  };
  const go = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1, Escape: null }[event.key];
    if (to === undefined) return;
    // In a dialog, Escape closes that; it first puts away what is shown.
    if (to === null && chosen === null) return;
    event.preventDefault();
    event.stopPropagation();
    choose(to === null ? null : Math.min(Math.max(to, 0), count - 1));
  };

  return (
    <figure className={`plot ${className}`} data-small={small} aria-labelledby={titleId}>
      <figcaption>
        <span id={titleId}>{title}</span>
        {legend}
      </figcaption>
      {listed && (
        <VisuallyHidden as="div">
          <ol>
            {Array.from({ length: count }, (_, each) => (
              <li key={each}>{wordsOf(each)}</li>
            ))}
          </ol>
        </VisuallyHidden>
      )}
      <div
        className="plot__area"
        // Choosing only shows a point: the role slider tells screen readers so.
        role="slider"
        tabIndex={0}
        aria-label={`${plot.point} of ${title}`}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={at + 1}
        aria-valuetext={wordsOf(at)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => choose(null)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && choose(at)}
        onBlur={() => choose(null)}
        onKeyDown={go}
      >
        {plot.amounts.map(({ text, place }) => (
          <div key={text} className="plot__amount" style={{ bottom: `${place}%` }}>
            <span>{text}</span>
          </div>
        ))}
        {plot.children(shown)}
        <div className="plot__dates" aria-hidden="true">
          {plot.dates.map(({ text, place }) => (
            <span key={text} style={{ left: `${place}%` }}>
              {text}
            </span>
          ))}
        </div>
        {shown !== null && <Label {...label(shown)} />}
      </div>
    </figure>
  );
}

/** Above its point, and never outside of the plot. */
const Label = ({ place, content }: ReturnType<PlotProps['label']>) => (
  <div className="plot__label" aria-hidden="true" style={{ left: `${place}%`, transform: `translateX(-${place}%)` }}>
    {content}
  </div>
);
