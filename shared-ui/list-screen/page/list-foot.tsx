import type { Paged } from 'contract/paging';
import type { ReactNode } from 'react';
import { formatNumber } from '../../format';
import type { ListAction, ListState } from './list-state';
import { PaginationBar } from './pagination-bar';

interface ListFootProps {
  /** Undefined until the first response. */
  data: Paged<unknown> | undefined;
  state: ListState;
  /** How many pages there are. */
  pages: number;
  /** Whether there is anything to select rows for: where there is not, none are said to be selected. */
  selectable: boolean;
  selected: number;
  /** The box of all rows of the page, where no table has it. */
  selectAll: ReactNode;
  /** One page shows no pagination bar. */
  hidesSinglePage: boolean | undefined;
  /** Hears of a press before the click. */
  press: (action: ListAction) => void;
  act: (action: ListAction) => void;
}

/** Below the rows: 'N total records (M selected)', and the way to other pages (specification 1 §2). */
export function ListFoot(props: ListFootProps) {
  const { data, state, pages, selectable, selected, selectAll, hidesSinglePage, press, act } = props;
  const shown = data?.items.length ?? 0;
  return (
    <div className="list-foot">
      <p className="list-total" role="status">
        {data &&
          `${formatNumber(data.total)} total records${selectable ? ` (${formatNumber(selected)} selected)` : ''}`}
      </p>
      {selectAll && shown > 0 && <label className="c-line list-page-box">{selectAll} This page</label>}
      {data && shown > 0 && !(hidesSinglePage && pages <= 1) && (
        <PaginationBar
          page={Math.min(state.page, pages)}
          pageSize={state.pageSize}
          first={(data.page - 1) * data.page_size + 1}
          last={(data.page - 1) * data.page_size + shown}
          total={data.total}
          pages={pages}
          onPressPage={(page) => press({ type: 'page', page })}
          onPage={(page) => act({ type: 'page', page })}
          onPageSize={(pageSize) => act({ type: 'pageSize', pageSize })}
        />
      )}
    </div>
  );
}
