export { bulkForm, rowForm, type BulkAction, type KnownBulkAction, type ListDialogProps } from './actions';
export { isCounted, UNEXPECTED_RESULT, type Counted } from './bulk-answer';
export { useCall } from './list-calls';
export { defineList } from './list-definition';
export { ListScreen } from './list-screen';
