export { ActionMenu, type MenuItem } from './action-menu';
export {
  bulkForm,
  type ActionForm,
  deleteSelected,
  rowForm,
  type BulkAction,
  type BulkRun,
  type KnownBulkAction,
  type ListDialogProps,
  type ListNoteProps,
  type ListRowsProps,
  type RowDialogProps,
  type RowViewProps,
} from './actions';
export { cellClass, type CellLook } from './table/cell-class';
export { choicesOf, labelOf, type Choice } from '../by-kind';
export { grouped } from '../grouped';
export { isCounted, ONE_DONE, useBulkOutcome } from './bulk/bulk-outcome';
export { undoOf } from '../undo/undo-of';
export type { Filtered, FilteredScreen } from './filters/filtered-screen';
export { loadAddedScreens } from './load-added-screens';
export { useCall, type Mutation, type Query } from './list-calls';
export { defineList } from './list-definition';
export { useCards } from './table/window-width';
export { ListScreen } from './list-screen';
export { OpenFormContext, useReopening, type OpenForm } from '../open-form';
// Behind the screen, whose parts it takes: the order of their styles follows from that.
export { prefetchList } from './prefetch-list';
