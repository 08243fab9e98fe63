export { type BulkAction } from './bulk-bar';
export { useCall, type ListCalls } from './list-calls';
export { defineList, type Column, type Filter, type ListDefinition } from './list-definition';
export { ListScreen, type KnownBulkAction, type ListScreenProps, type RowAction } from './list-screen';
