import { createContext } from 'react';
import type { MenuItem } from '../action-menu';
import type { AnyRow } from '../list-definition';

/** Source of the details of a record while they are open: the list behind them goes on. */
export interface OpenRecord {
  /** The page's rows as they are now. */
  readonly rows: readonly AnyRow[];
  /** The record as it was last saved here, which the rows may not say yet. */
  readonly saved: AnyRow | undefined;
  /** The record that was deleted here last. */
  readonly deletedId: number | undefined;
  /** Another dialog is open over them. */
  readonly covered: boolean;
  /** Entries of a row's menu, without the view itself. */
  readonly actionsOf: (row: AnyRow) => readonly MenuItem[];
}

/** Handed past the dialog's own element, which is made once, when it is opened. */
export const OpenRecordContext = createContext<OpenRecord>({
  rows: [],
  saved: undefined,
  deletedId: undefined,
  covered: false,
  actionsOf: () => [],
});
