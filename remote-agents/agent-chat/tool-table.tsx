import type { CSSProperties } from 'react';
import type { ToolResult } from 'contract/agents/tool-results';
import { cellText } from './tool-results';

const NUMBERS = ['usd', 'count', 'percent'];
/** With more rows than this, a column of figures is a chart as well, amounts before counts: a bar behind each of them. */
const CHARTED = 5;

/** A data tool's result as a small table: what it says, and the rows that it has brought. */
export function ToolTable({ result: { summary, columns, rows, total } }: { result: ToolResult }) {
  const [charted] =
    rows.length > CHARTED ? NUMBERS.flatMap((of) => columns.find(({ unit }) => unit === of)?.key ?? []) : [];
  const most = Math.max(...rows.map((row) => Number(row[charted ?? ''] ?? 0)), 0);
  const barOf = (row: (typeof rows)[number]) =>
    ({ '--share': most > 0 ? Math.max(Number(row[charted ?? '']), 0) / most : 0 }) as CSSProperties;
  return (
    <div className="tool-call__part">
      <div className="tool-call__label">Result</div>
      <p className="tool-table__summary">{summary}</p>
      {rows.length > 0 && (
        <div className="tool-table" tabIndex={0} role="group" aria-label="Rows">
          <table>
            <thead>
              <tr>
                {columns.map(({ key, label, unit }) => (
                  <th key={key} scope="col" data-number={NUMBERS.includes(unit)}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={at}>
                  {columns.map(({ key, unit }) => (
                    <td key={key} data-number={NUMBERS.includes(unit)} style={key === charted ? barOf(row) : undefined}>
                      {cellText(row[key], unit)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {total > rows.length && (
        <p className="tool-table__rest">
          {rows.length} of {total.toLocaleString('en-US')} rows
        </p>
      )}
    </div>
  );
}
