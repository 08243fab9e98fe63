/** Totals of all that match, not what this page does; in view without scrolling, however wide the screen is. */
import { textOf } from '../../by-kind';
import { formatNumber } from '../../format';
import type { AnyColumn } from '../list-definition';
import './list-totals.css';

type Totals = Readonly<Partial<Record<string, number>>>;

interface TotalsProps {
  columns: readonly AnyColumn[];
  /** By property. */
  totals: Totals;
  /** How many rows match, on all pages; undefined: not known yet, and the place is held. */
  total: number | undefined;
}

/** Totals of a list; while it loads, noughts in the place of its totals, so that nothing moves when they come. */
export const totalsOf = (keys: readonly string[] | undefined, data: { totals?: Totals } | undefined) =>
  data ? data.totals : keys && Object.fromEntries(keys.map((key) => [key, 0]));

const matching = (total = 0) => `All ${formatNumber(total)} matching`;

const drawn = ({ key, schema }: AnyColumn, totals: TotalsProps['totals']) =>
  totals[key] !== undefined && textOf(schema, totals[key]);

/** Below the titles, each total in its column. */
export function TotalsRow({ columns, totals, total, selectable }: TotalsProps & { selectable: boolean }) {
  // Its name has the room of all that has no total before the first that has one.
  const before = Math.max(
    columns.findIndex(({ key }) => totals[key] !== undefined),
    1,
  );
  return (
    <tr className="list-table__totals" aria-hidden={total === undefined}>
      {selectable && <td className="list-table__select" />}
      <th scope="row" colSpan={before}>
        {matching(total)}
      </th>
      {columns.slice(before).map((column) => (
        <td key={column.key} className={column.look}>
          {drawn(column, totals)}
        </td>
      ))}
      <td className="list-table__actions" />
    </tr>
  );
}

/** The same below the cards of a phone, which has no columns. */
export const TotalsBlock = ({ columns, totals, total }: TotalsProps) => (
  <div className="list-totals" aria-hidden={total === undefined}>
    <p>{matching(total)}</p>
    <dl>
      {columns
        .filter(({ key }) => totals[key] !== undefined)
        .map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{drawn(column, totals)}</dd>
          </div>
        ))}
    </dl>
  </div>
);
