import { useId } from 'react';
import { PAGE_SIZES } from 'contract/paging';
import { formatNumber } from '../../format';
import { FirstIcon, LastIcon, NextIcon, PreviousIcon } from '../../icons';
import { pageNumbers } from './list-state';
import './pagination-bar.css';
import { useChosen } from './use-chosen';

interface PaginationBarProps {
  page: number;
  pageSize: number;
  /** The place of the first and the last row that is shown, which are still the old page's while another is loading. */
  first: number;
  last: number;
  total: number;
  pages: number;
  /** Hears of a press before the click. */
  onPressPage: (page: number) => void;
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
}

/** 'Showing X to Y of Z entries', the page size, and the way to other pages (specification 1 §2). */
export function PaginationBar(props: PaginationBarProps) {
  const { page, pageSize, first, last, total, pages, onPressPage, onPage, onPageSize } = props;
  const id = useId();
  const [shownSize, choose] = useChosen(pageSize);
  const step = (label: string, to: number, Icon: typeof NextIcon) => (
    // aria-disabled and not disabled: a button that goes dead under the finger would drop the focus.
    <button
      type="button"
      className="list-pages__step"
      aria-label={label}
      aria-disabled={to < 1 || to > pages || to === page}
      onMouseDown={() => to >= 1 && to <= pages && onPressPage(to)}
      onClick={() => to >= 1 && to <= pages && onPage(to)}
    >
      <Icon />
    </button>
  );
  return (
    <div className="list-pagination">
      <span className="list-pagination__showing">{`Showing ${formatNumber(first)} to ${formatNumber(last)} of ${formatNumber(total)} entries`}</span>
      <span className="c-line list-pagination__size">
        <label htmlFor={id}>Rows per page</label>
        <select
          id={id}
          className="c-input"
          value={shownSize}
          onChange={(event) => {
            const size = Number(event.target.value);
            choose(size);
            onPageSize(size);
          }}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </span>
      <nav className="c-row list-pages" aria-label="Pages">
        {step('First page', 1, FirstIcon)}
        {step('Previous page', page - 1, PreviousIcon)}
        {pageNumbers(page, pages).map((number, at) =>
          number === 'gap' ? (
            <span key={`gap ${at}`} className="list-pages__gap" aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className="list-pages__number"
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onMouseDown={() => onPressPage(number)}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          ),
        )}
        {step('Next page', page + 1, NextIcon)}
        {step('Last page', pages, LastIcon)}
      </nav>
    </div>
  );
}
