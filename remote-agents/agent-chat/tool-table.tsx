import type { ToolResult } from 'contract/agents/tool-results';
import { cellText } from './tool-results';

const NUMBERS = ['usd', 'count', 'percent'];

/** A data tool's result as a small table: what it says, and the rows that it has brought. */
export function ToolTable({ result: { summary, columns, rows, total } }: { result: ToolResult }) {
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
                    <td key={key} data-number={NUMBERS.includes(unit)}>
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
