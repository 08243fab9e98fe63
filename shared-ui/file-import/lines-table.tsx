import { useState } from 'react';
import { Button } from '../button';
import { formatNumber } from '../format';
import { shape } from '../shape';
import type { FileImport } from './definition';
import type { ImportLine } from './lines';
import type { Verdict } from './use-import';

const PAGE_SIZE = 25;

interface LinesTableProps<Item, Effect> {
  definition: Pick<FileImport<never, Item, Effect>, 'columns' | 'effectOf'>;
  lines: readonly ImportLine<Item>[];
  verdicts: ReadonlyMap<number, Verdict<Effect>>;
  /** Why a line cannot be saved. */
  wrong: ReadonlyMap<number, string>;
}

/** The lines as they were understood, 25 at a time, each with what saving it would do. */
export function LinesTable<Item, Effect>({ definition, lines, verdicts, wrong }: LinesTableProps<Item, Effect>) {
  const [page, setPage] = useState(1);
  const [onlyWrong, setOnlyWrong] = useState(false);
  const listed = onlyWrong ? lines.filter(({ line }) => wrong.has(line)) : lines;
  const pages = Math.max(Math.ceil(listed.length / PAGE_SIZE), 1);
  const at = Math.min(page, pages);
  const effectOf = ({ line, item }: ImportLine<Item>) => {
    const verdict = verdicts.get(line);
    if (wrong.has(line)) return wrong.get(line);
    return item !== null && verdict && 'effect' in verdict ? definition.effectOf(item, verdict.effect) : '…';
  };
  return (
    <>
      <div className="file-import-lines" role="region" aria-label="Lines" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {['Line', 'Name', ...definition.columns.map(({ title }) => title), 'Effect'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE).map((one) => (
              <tr key={one.line} data-wrong={wrong.has(one.line)}>
                <td>{one.line}</td>
                <th scope="row">
                  <bdi>{one.name}</bdi>
                </th>
                {definition.columns.map((column) => (
                  <td key={column.title}>{one.item !== null && <bdi>{column.valueOf(one.item) || '-'}</bdi>}</td>
                ))}
                <td>{effectOf(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="file-import-pages">
        {(wrong.size > 0 || onlyWrong) && (
          <label className={shape.line}>
            <input type="checkbox" checked={onlyWrong} onChange={({ target }) => setOnlyWrong(target.checked)} />
            Only those that cannot be saved ({formatNumber(wrong.size)})
          </label>
        )}
        {pages > 1 && (
          <span className="file-import-steps">
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
