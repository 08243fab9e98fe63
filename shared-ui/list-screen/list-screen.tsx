import { useMemo } from 'react';
import type { RecordSchema, Infer } from 'contract/schema';
import { useChosenCompany, type ChosenCompany } from '../companies';
import { LoadFailure } from '../load-failure';
import { PageTitle } from '../page-title';
import { useFocusKeeping } from '../use-focus-keeping';
import { useViewsPlace } from '../list-views/list-views';
import { shownColumns } from '../list-views/shown-columns';
import type {
  BulkAction,
  KnownBulkAction,
  ListDialog,
  ListLink,
  LoadListNote,
  LoadListRows,
  RowAction,
  RowView,
} from './actions';
import { CompanyFirst, knowsCompany } from './company-first';
import { EmptyList } from './empty-list';
import { FilterBar } from './filters/filter-bar';
import { ListActions, useWaysIn } from './list-actions';
import type { CallsOfList, MayDo } from './list-calls';
import { loadFailure, type AnyList, type AnyRow, type ListDefinition } from './list-definition';
import { ListFoot } from './page/list-foot';
import { ListFrame } from './list-frame';
import { IdlePart } from './idle-part';
import './list-screen.css';
import { ReopenedForm } from './records/reopened-form';
import { columnsFor, resolved, withCells, type CellsOf } from './table/resolved';
import { ListTable } from './table/list-table';
import { TotalsBlock } from './table/list-totals';
import { SelectAll } from './table/select-all';
import { useCards, useCrowdedOut } from './table/window-width';
import { useListPage } from './use-list-page';
import { useListRecords } from './use-list-records';
import { useListSelection } from './use-list-selection';

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
  /** Rights of this person; absent: all that there are calls for. */
  can?: MayDo;
  rowActions?: readonly RowAction<Row>[];
  /** Opens the screen's own view of a record; absent: 'View Details', with the fields of the definition. */
  view?: RowView<Row> | RowAction<Row> | undefined;
  /**
   * Cells with buttons of their own, in place of the definition's; they need what only the screen knows. One object as
   * long as they render the same, for another one renders every row again.
   */
  cells?: CellsOf<Row>;
  /** Buttons beside 'Add New'. */
  dialogs?: readonly ListDialog[];
  /** Before them. */
  links?: readonly ListLink[];
  /** A line of its own beside the title. */
  note?: LoadListNote;
  /** A part of its own beside the rows. */
  besideRows?: LoadListRows<Row>;
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
  const list = useMemo(() => withCells(resolved(props.list), props.cells), [props.list, props.cells]);
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
  links?: readonly ListLink[];
  note?: LoadListNote;
  besideRows?: LoadListRows<AnyRow>;
  rowActions?: readonly RowAction<AnyRow>[];
  view?: RowView<AnyRow> | RowAction<AnyRow> | undefined;
  bulkActions: readonly (BulkAction<AnyRow> | KnownBulkAction)[];
  chosen: ChosenCompany | null;
}

const loadPictures = () => import(/* webpackChunkName: 'idle' */ './row-pictures');
const loadCardSort = () => import(/* webpackChunkName: 'idle' */ './table/card-sort');

const ListOfCompany = (props: ListProps) => <List {...props} chosen={useChosenCompany()} />;

function List({ list, calls: callsOfList, chosen, ...props }: ListProps) {
  const { dialogs: ownDialogs = [], rowActions = [], note, besideRows, view, bulkActions, can = {} } = props;
  const { keeper, onFocus } = useFocusKeeping<HTMLDivElement>();
  const page = useListPage({ list, calls: callsOfList, can, chosen });
  const { calls, views, state, act, press, companyId, waiting } = page;
  const { data, rows, total, totals, error, isFetching, isFiltered, isEmpty, clearFilters } = page;
  // Before the rows' and the selection's, the order in which the palette offers their commands.
  const place = useViewsPlace({ list, state, views, ready: waiting || error !== undefined || data !== undefined });
  const records = useListRecords({ page, rowActions, view });
  const selection = useListSelection({ page, records, bulkActions, frame: keeper });
  const { dialogs } = records;
  const { bulk, selectable } = selection;
  const ways = useWaysIn({
    own: ownDialogs,
    companyId,
    onOpen: (dialog, id) => void dialogs.openOwn(dialog, id),
    onAdd: calls.create && (() => void dialogs.openForm()),
    waiting,
  });
  const layout = views.layoutOf(views.viewOf(state.view));
  const cards = useCards();
  const own = useMemo(() => columnsFor(list, companyId), [list, companyId]);
  const crowded = useCrowdedOut(own, page);
  const columns = useMemo(
    () => shownColumns(own, layout.columns, state.filters, crowded),
    [own, layout.columns, state.filters, crowded],
  );

  const selectAll = selectable && (
    <SelectAll rows={rows} selection={state.selection} onToggleAll={selection.onToggleAll} />
  );
  const card = (
    <div className="list-place">
      <div className="list-card" data-waiting={rows === undefined}>
        {totals && !isEmpty && <TotalsBlock columns={columns} totals={totals} total={data?.total} />}
        {bulk.bar}
        <ListFrame keeper={keeper} title={list.title} empty={!rows?.length} reloading={page.isReloading}>
          <ListTable
            caption={list.title}
            allColumns={list.columns}
            density={layout.density}
            pictures={list.pictures}
            nameOf={list.nameOf}
            headingOf={list.headingOf}
            columns={columns}
            rows={rows}
            totals={totals}
            selectable={selectable}
            total={data?.total}
            sort={state.sort}
            onSort={page.onSort}
            onPressSort={page.onPressSort}
            selection={state.selection}
            onToggleRow={selection.onToggleRow}
            selectAll={selectAll}
            onOpen={records.openRow}
            onMenu={records.onMenu}
            openMenuId={records.openMenuId}
            busy={isFetching}
          />
          {list.pictures && (
            <IdlePart load={loadPictures} isReady={!!rows?.length}>
              {(part) => <part.default kind={list.pictures!} rows={rows!} nameOf={list.nameOf} />}
            </IdlePart>
          )}
          {besideRows && (
            <IdlePart load={besideRows} isReady={!!rows?.length}>
              {(part) => <part.default rows={rows!} />}
            </IdlePart>
          )}
          {isEmpty && (
            <EmptyList message={list.messages.empty} ways={ways} filtered={isFiltered} onClearFilters={clearFilters} />
          )}
        </ListFrame>
        <ListFoot
          data={data}
          state={state}
          pages={page.pages}
          selectable={selectable}
          press={press}
          act={act}
          selected={bulk.selected}
          selectAll={cards && selectAll}
          hidesSinglePage={list.hidesSinglePage}
        />
      </div>
    </div>
  );

  return (
    <div className="list-screen" data-scrolls="frame" onFocus={onFocus}>
      <PageTitle
        title={list.title}
        note={
          note && (
            <div className="list-note">
              <IdlePart load={note} isReady={data !== undefined && companyId !== null}>
                {(part) => <part.default companyId={companyId!} />}
              </IdlePart>
            </div>
          )
        }
        actions={
          <ListActions
            views={place.button}
            exportable={list.exports && can.export !== false ? total : 0}
            onExport={() => void selection.exportAll()}
            links={props.links}
            ways={ways}
          />
        }
      />
      {place.bar}
      <FilterBar
        clearings={page.clearings}
        filters={list.filters}
        tagsOf={list.tagsOf}
        values={state.filters}
        pinned={page.pinned}
        companyId={companyId}
        folds={views.viewOf(state.view) !== undefined}
        onFilter={page.onFilter}
        onClear={clearFilters}
      />
      {cards && !waiting && (
        <div className="c-line list-sort">
          <IdlePart load={loadCardSort} isReady>
            {(part) => <part.default columns={list.columns} sort={state.sort} onSort={page.onSort} />}
          </IdlePart>
        </div>
      )}
      {error !== undefined && !isFetching && (
        <LoadFailure message={loadFailure(list, error)} error={error} onRetry={() => void page.refetch()} />
      )}
      {bulk.failures}
      {waiting ? <CompanyFirst message={list.messages.companyFirst ?? ''} /> : !page.isInitialError && card}
      {records.overlays}
      <ReopenedForm
        rows={rows}
        calls={calls}
        dialogs={dialogs}
        rowActions={rowActions}
        bulkActions={bulkActions}
        ownDialogs={ownDialogs}
        onBulkAction={bulk.reopen}
      />
    </div>
  );
}
