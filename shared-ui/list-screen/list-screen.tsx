import { useCallback, useMemo, useState } from 'react';
import type { RecordSchema, Infer } from 'contract/schema';
import { useCommands } from '../commands/registry';
import { useChosenCompany, type ChosenCompany } from '../companies';
import { LoadFailure } from '../load-failure';
import { PageTitle } from '../page-title';
import { useFocusKeeping } from '../use-focus-keeping';
import { useViewsPlace } from '../list-views/list-views';
import { shownColumns } from '../list-views/shown-columns';
import { useListViews } from '../list-views/use-list-views';
import { ActionMenu } from './action-menu';
import type { BulkAction, KnownBulkAction, ListDialog, RowAction, RowView } from './actions';
import {
  beginningOf,
  clearedWith,
  companyFilterOf,
  CompanyFirst,
  companyOf,
  knowsCompany,
  lastingFilters,
  useCompanyKeeping,
} from './company-first';
import { EmptyList } from './empty-list';
import { FilterBar } from './filters/filter-bar';
import { ListActions } from './list-actions';
import { callsFor, useCall, type CallsOfList, type MayDo } from './list-calls';
import { columnsFor, filledIn, withCells, type CellsOf } from './table/filled-in';
import { loadFailure, type AnyList, type AnyRow, type ListDefinition } from './list-definition';
import { ListFoot } from './page/list-foot';
import { ListFrame } from './list-frame';
import './list-screen.css';
import { requestOfState, type FilterValue } from './page/list-state';
import { ListTable } from './table/list-table';
import { TotalsBlock, totalsOf } from './table/list-totals';
import { useRecordDialogs } from './records/record-dialogs';
import { rowMenu } from './records/row-menu';
import { useAskedRecord } from './records/use-asked-record';
import { useBulk } from './bulk/use-bulk';
import { useExport } from './use-export';
import { usePrefetchOnPress } from './page/use-prefetch-on-press';
import { useListAddress } from './page/use-list-address';
import { useListState } from './page/use-list-state';
import { ReopenedForm } from './records/reopened-form';
import { useRowToggle } from './table/use-row-toggle';
import { useRows } from './page/use-rows';

/** A declaration, its calls, and the actions that are the screen's own. */
export interface ListScreenProps<
  Response extends RecordSchema,
  Query extends RecordSchema,
  Written extends RecordSchema,
  Row extends { readonly id: number } = Infer<Response> & { readonly id: number },
> {
  /** Made once by `defineList`. */
  list: ListDefinition<Response, Query, Written>;
  calls: CallsOfList<Infer<Response>, Infer<Query>, Infer<Written>>;
  /** What this person may do; absent: all that there are calls for. */
  can?: MayDo;
  rowActions?: readonly RowAction<Row>[];
  /** Opens the screen's own view of a record; absent: 'View Details', with the fields of the definition. */
  view?: RowView<Row> | RowAction<Row> | undefined;
  /**
   * Cells with buttons of their own, in place of the definition's; they need what only the screen knows. One object as
   * long as they draw the same, for with another one every row is drawn anew.
   */
  cells?: CellsOf<Row>;
  /** Buttons beside 'Add New'. */
  dialogs?: readonly ListDialog[];
  /** In the order of the specification, which decides what goes into 'More Actions'; without any, no row is selected. */
  bulkActions: readonly (BulkAction<Row> | KnownBulkAction)[];
}

/**
 * A whole list screen out of a declaration and its calls (specification 1 §2 'Shared list-screen behaviour', §4): title,
 * filters, table, selection with bulk bar, exports, pages, and the modals for adding, viewing, editing and deleting.
 * Needs the console's store and a data router around it.
 */
export function ListScreen<
  const Response extends RecordSchema,
  const Query extends RecordSchema,
  const Written extends RecordSchema,
>(props: ListScreenProps<Response, Query, Written>) {
  const list = useMemo(() => withCells(filledIn(props.list), props.cells), [props.list, props.cells]);
  // As for the definition: every record is alike from here on.
  const untyped = { ...props, list } as unknown as ListProps;
  return knowsCompany(list) && !list.forgetsCompany ? (
    <ListOfCompany {...untyped} />
  ) : (
    <List {...untyped} chosen={null} />
  );
}

interface ListProps {
  list: AnyList;
  calls: CallsOfList<AnyRow, unknown, Readonly<Record<string, unknown>>>;
  can?: MayDo;
  dialogs?: readonly ListDialog[];
  rowActions?: readonly RowAction<AnyRow>[];
  view?: RowView<AnyRow> | RowAction<AnyRow> | undefined;
  bulkActions: readonly (BulkAction<AnyRow> | KnownBulkAction)[];
  chosen: ChosenCompany | null;
}

const ListOfCompany = (props: ListProps) => <List {...props} chosen={useChosenCompany()} />;

function List({ list, calls: callsOfList, chosen, ...props }: ListProps) {
  const { dialogs: ownDialogs = [], rowActions = [], view, bulkActions, can = {} } = props;
  const { messages } = list;

  const views = useListViews();
  const { state, act: draw, correct, address } = useListState(list, chosen?.companyId, views.opening);
  const layout = views.layoutOf(views.viewOf(state.view));
  const request = requestOfState(list, state);
  const companyId = companyOf(list, state);
  const waiting = list.demandsCompany === true && companyId === null;
  const calls = callsFor(typeof callsOfList === 'function' ? callsOfList(companyId) : callsOfList, can);
  const { press, act } = usePrefetchOnPress({ list, rows: calls.list, state, act: draw });
  const { data, rows, pages, error, isFetching, isReloading, isBare, refetch } = useRows(calls.list, {
    request,
    companyId,
    waiting,
    correct,
  });
  const moves = useListAddress(address);
  useCompanyKeeping({ list, companyId, chosen, error, correct });
  const call = useCall();
  const { exportFile } = calls;
  const { keeper, onFocus } = useFocusKeeping<HTMLDivElement>();
  const dialogs = useRecordDialogs(list, calls, beginningOf(list, state), rowActions);
  const { exportSelected, exportAll } = useExport({
    list,
    page: (part) => call.ask(calls.list, { ...request, ...part }),
    inFile: exportFile && ((ids, fileName) => exportFile(request, ids, fileName)),
    total: data?.total ?? 0,
  });
  const bulk = useBulk({
    ...{ list, calls, actions: bulkActions, rows, total: data?.total ?? 0, state, act, dialogs },
    ...{ exportSelected, exportAll },
  });
  const menuOf = (row: AnyRow) => rowMenu(row, { calls, view, actions: rowActions, dialogs });
  // The first entry of its menu, View Details or the screen's own view, is what a row opens.
  const openRow = (row: AnyRow) => menuOf(row)[0]?.onSelect?.();
  const [menu, setMenu] = useState<{ row: AnyRow; anchor: HTMLElement } | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);

  // What is open is of the list as it was, which Back or a link leaves.
  const [movesSeen, setMovesSeen] = useState(moves);
  if (moves !== movesSeen) {
    setMovesSeen(moves);
    setMenu(null);
    dialogs.closeAll();
  }

  const viewsPlace = useViewsPlace({ list, state, views, ready: waiting || error !== undefined || data !== undefined });
  const columns = useMemo(
    () => shownColumns(columnsFor(list, companyId), layout.columns),
    [list, companyId, layout.columns],
  );
  const total = data?.total ?? 0;
  const lasting = lastingFilters(list);
  const filtered = Object.keys(state.filters).some((key) => !lasting.includes(key));
  const empty = data !== undefined && total === 0;
  const totals = totalsOf(list.totals, data);

  const onSort = useCallback((field: string) => act({ type: 'sort', field }), [act]);
  const onPressSort = useCallback((field: string) => void press({ type: 'sort', field }), [press]);
  const onToggleRow = useRowToggle({ rows, selection: state.selection, act });
  const onMenu = useCallback(
    (row: AnyRow, anchor: HTMLElement) => setMenu((open) => (open?.row === row ? null : { row, anchor })),
    [],
  );
  const onFilter = useCallback(
    (key: string, value: FilterValue) => act({ type: 'filter', key, value, clears: clearedWith(list, key) }),
    [act, list],
  );
  const [clearings, setClearings] = useState(0);
  const clearFilters = () => {
    act({ type: 'clearFilters', keep: lasting });
    setClearings(clearings + 1);
  };

  useCommands(() => ({
    frame: keeper.current,
    rows,
    nameOf: list.nameOf,
    menuOf,
    onToggleRow: bulkActions.length > 0 ? onToggleRow : undefined,
    onClearFilters: filtered ? clearFilters : undefined,
    bulk: bulk.commands,
    onBulk: (at) => bulk.commands[at]?.run(),
  }));
  useAskedRecord({ list, companyKey: companyFilterOf(list)?.key, companyId, get: calls.get, onOpen: openRow });

  const card = (
    <div className="list-place">
      <div className="list-card" data-waiting={rows === undefined}>
        {totals && !empty && <TotalsBlock columns={columns} totals={totals} total={data?.total} />}
        {bulk.bar}
        <ListFrame keeper={keeper} title={list.title} empty={!rows?.length} reloading={isReloading}>
          <ListTable
            caption={list.title}
            columns={columns}
            allColumns={list.columns}
            density={layout.density}
            rows={rows}
            totals={totals}
            total={data?.total}
            nameOf={list.nameOf}
            sort={state.sort}
            onSort={onSort}
            onPressSort={onPressSort}
            selectable={bulkActions.length > 0}
            selection={state.selection}
            onToggleRow={onToggleRow}
            onToggleAll={() => act({ type: 'toggleAll', ids: rows?.map((row) => row.id) ?? [] })}
            onOpen={openRow}
            onMenu={onMenu}
            openMenuId={menu?.row.id}
            busy={isFetching}
          />
          {empty && <EmptyList message={messages.empty} filtered={filtered} onClearFilters={clearFilters} />}
        </ListFrame>
        <ListFoot
          {...{ data, state, pages, press, act }}
          selectable={bulkActions.length > 0}
          selected={bulk.selected}
          hidesSinglePage={list.hidesSinglePage}
        />
      </div>
    </div>
  );

  return (
    <div className="list-screen" data-scrolls="frame" onFocus={onFocus}>
      <PageTitle
        title={list.title}
        actions={
          <ListActions
            views={viewsPlace.atTitle}
            exportable={list.exports && can.export !== false ? total : 0}
            onExport={() => void exportAll()}
            own={ownDialogs}
            companyId={companyId}
            onOpen={(dialog, id) => void dialogs.openOwn(dialog, id)}
            onAdd={calls.create && (() => void dialogs.openForm())}
            waiting={waiting}
          />
        }
      />
      {viewsPlace.bar}
      <FilterBar
        clearings={clearings}
        filters={list.filters}
        tagsOf={list.tagsOf}
        values={state.filters}
        lasting={lasting}
        companyId={companyId}
        onFilter={onFilter}
        onClear={clearFilters}
        beside={viewsPlace.besideFilters}
      />
      {error !== undefined && !isFetching && (
        <LoadFailure message={loadFailure(list, error)} error={error} onRetry={() => void refetch()} />
      )}
      {bulk.failures}
      {waiting ? <CompanyFirst message={messages.companyFirst ?? ''} /> : !isBare && card}
      {menu && (
        <ActionMenu
          label={`Actions for ${list.nameOf(menu.row)}`}
          anchor={menu.anchor}
          items={menuOf(menu.row)}
          onClose={closeMenu}
        />
      )}
      {dialogs.draw(rows, (row) => menuOf(row).slice(1))}
      <ReopenedForm {...{ rows, calls, dialogs, rowActions, bulkActions, ownDialogs }} onBulkAction={bulk.reopen} />
    </div>
  );
}
