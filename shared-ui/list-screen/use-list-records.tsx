import { useCallback, useState } from 'react';
import { ActionMenu } from './action-menu';
import type { RowAction, RowView } from './actions';
import { beginningOf, companyFilterOf } from './company-first';
import type { AnyRow } from './list-definition';
import { useRecordDialogs } from './records/record-dialogs';
import { rowMenu } from './records/row-menu';
import { useRecordFromUrl } from './records/use-record-from-url';
import type { ListPage } from './use-list-page';

interface RecordsOptions {
  page: ListPage;
  rowActions: readonly RowAction<AnyRow>[];
  /** Absent: 'View Details'. */
  view: RowView<AnyRow> | RowAction<AnyRow> | undefined;
}

/** Actions on one record: its menu, its dialogs, and the one that the address names. */
export function useListRecords({ page, rowActions, view }: RecordsOptions) {
  const { list, calls, rows, state, companyId, moves } = page;
  const dialogs = useRecordDialogs({ list, calls, beginning: beginningOf(list, state), actions: rowActions });
  const menuOf = (row: AnyRow) => rowMenu(row, { calls, view, actions: rowActions, dialogs });
  // The first entry of its menu, View Details or the screen's own view, is what a row opens.
  const openRow = (row: AnyRow) => menuOf(row)[0]?.onSelect?.();
  const [menu, setMenu] = useState<{ row: AnyRow; anchor: HTMLElement } | null>(null);
  // The list may be read again while it is open.
  const menuRow = menu && (rows?.find(({ id }) => id === menu.row.id) ?? menu.row);
  const closeMenu = useCallback(() => setMenu(null), []);
  const onMenu = useCallback(
    (row: AnyRow, anchor: HTMLElement) => setMenu((open) => (open?.row.id === row.id ? null : { row, anchor })),
    [],
  );

  // The open record is of the list as it was, which Back or a link leaves.
  const [movesSeen, setMovesSeen] = useState(moves);
  if (moves !== movesSeen) {
    setMovesSeen(moves);
    setMenu(null);
    dialogs.closeAll();
  }
  useRecordFromUrl({ list, companyKey: companyFilterOf(list)?.key, companyId, get: calls.get, onOpen: openRow });

  return {
    dialogs,
    menuOf,
    openRow,
    onMenu,
    openMenuId: menuRow?.id,
    /** The open menu and the open dialogs. */
    overlays: (
      <>
        {menuRow && (
          <ActionMenu
            label={`Actions for ${list.nameOf(menuRow)}`}
            anchor={menu.anchor}
            items={menuOf(menuRow)}
            onClose={closeMenu}
          />
        )}
        {dialogs.draw(rows, (row) => menuOf(row).slice(1))}
      </>
    ),
  };
}

export type ListRecords = ReturnType<typeof useListRecords>;
