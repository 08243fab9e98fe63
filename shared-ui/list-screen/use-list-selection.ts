import type { RefObject } from 'react';
import { useCommands } from '../commands/registry';
import type { BulkAction, KnownBulkAction } from './actions';
import { useBulk } from './bulk/use-bulk';
import { useCall } from './list-calls';
import type { AnyRow } from './list-definition';
import { useRowToggle } from './table/use-row-toggle';
import { useExport } from './use-export';
import type { ListPage } from './use-list-page';
import type { ListRecords } from './use-list-records';

interface SelectionOptions {
  page: ListPage;
  records: ListRecords;
  bulkActions: readonly (BulkAction<AnyRow> | KnownBulkAction)[];
  frame: RefObject<Element | null>;
}

/** Actions on several records, the selected ones or all that match; and the list's commands. */
export function useListSelection({ page, records, bulkActions, frame }: SelectionOptions) {
  const { list, calls, rows, total, state, act, request, isFiltered, clearFilters } = page;
  const { dialogs, menuOf } = records;
  const call = useCall();
  const { exportFile } = calls;
  const { exportSelected, exportAll } = useExport({
    list,
    page: (part) => call.ask(calls.list, { ...request, ...part }),
    inFile: exportFile && ((ids, fileName) => exportFile(request, ids, fileName)),
    total,
  });
  const bulk = useBulk({
    list,
    calls,
    actions: bulkActions,
    rows,
    total,
    state,
    act,
    dialogs,
    exportSelected,
    exportAll,
  });
  const onToggleRow = useRowToggle({ rows, selection: state.selection, act });
  const selectable = bulkActions.length > 0;

  useCommands(() => ({
    frame: frame.current,
    rows,
    nameOf: list.nameOf,
    menuOf,
    onToggleRow: selectable ? onToggleRow : undefined,
    onClearFilters: isFiltered ? clearFilters : undefined,
    bulk: bulk.commands,
    onBulk: (at) => bulk.commands[at]?.run(),
  }));

  return {
    bulk,
    exportAll,
    selectable,
    onToggleRow,
    onToggleAll: () => act({ type: 'toggleAll', ids: rows?.map(({ id }) => id) ?? [] }),
  };
}
