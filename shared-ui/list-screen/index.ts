export {
  bulkForm,
  rowForm,
  type ActionForm,
  type BulkAction,
  type KnownBulkAction,
  type ListDialog,
  type ListDialogProps,
  type RowAction,
} from './actions';
export { useCall, type ListCalls } from './list-calls';
export { defineList, type Column, type ExportColumn, type Filter, type ListDefinition } from './list-definition';
export { ListScreen, type ListScreenProps } from './list-screen';
