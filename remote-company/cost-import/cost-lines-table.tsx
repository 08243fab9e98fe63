import { useState } from 'react';
import { Button, formatCurrency, formatDate, formatNumber, shape } from 'shared-ui';
import { proposalText } from '../cost-proposals/proposal-effects';
import type { CostLine } from './cost-lines';
import type { Verdict } from './use-cost-check';

const PAGE_SIZE = 25;

interface CostLinesTableProps {
  lines: readonly CostLine[];
  verdicts: ReadonlyMap<number, Verdict>;
  /** Why a line cannot be saved. */
  wrong: ReadonlyMap<number, string>;
}

/** The lines as they were understood, 25 at a time, each with what saving it would do. */
export function CostLinesTable({ lines, verdicts, wrong }: CostLinesTableProps) {
  const [page, setPage] = useState(1);
  const [onlyWrong, setOnlyWrong] = useState(false);
  const listed = onlyWrong ? lines.filter(({ line }) => wrong.has(line)) : lines;
  const pages = Math.max(Math.ceil(listed.length / PAGE_SIZE), 1);
  const at = Math.min(page, pages);
  const effectOf = ({ line, item }: CostLine) => {
    const verdict = verdicts.get(line);
    if (wrong.has(line)) return wrong.get(line);
    return item && verdict && 'forecast' in verdict
      ? proposalText(
          {
            ...{ cogs_amount: item.cogs_amount ?? 0, effective_start_date: item.effective_start_date ?? null },
            effective_end_date: item.effective_end_date ?? null,
          },
          verdict.forecast,
        )
      : '…';
  };
  return (
    <>
      <div className="cost-import-lines" role="region" aria-label="Lines" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {['Line', 'Product Variant', 'Cost', 'From', 'To', 'Effect'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE).map((cost) => (
              <tr key={cost.line} data-wrong={wrong.has(cost.line)}>
                <td>{cost.line}</td>
                <th scope="row">
                  <bdi>{cost.name}</bdi>
                </th>
                <td>{cost.item ? formatCurrency(cost.item.cogs_amount ?? null) : ''}</td>
                <td>{cost.item && (formatDate(cost.item.effective_start_date ?? null) || '-')}</td>
                <td>{cost.item && (formatDate(cost.item.effective_end_date ?? null) || '-')}</td>
                <td>{effectOf(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="cost-import-pages">
        {(wrong.size > 0 || onlyWrong) && (
          <label className={shape.line}>
            <input type="checkbox" checked={onlyWrong} onChange={({ target }) => setOnlyWrong(target.checked)} />
            Only those that cannot be saved ({formatNumber(wrong.size)})
          </label>
        )}
        {pages > 1 && (
          <span className="cost-import-steps">
            <Button aria-disabled={at <= 1} onClick={() => at > 1 && setPage(at - 1)}>
              Previous
            </Button>
            <span role="status">
              Page {formatNumber(at)} of {formatNumber(pages)}
            </span>
            <Button aria-disabled={at >= pages} onClick={() => at < pages && setPage(at + 1)}>
              Next
            </Button>
          </span>
        )}
      </div>
    </>
  );
}
