export { ConfirmModal } from './confirm-modal';
export { Dialog } from './dialog';
export { fileImport } from '../file-import/load';
export type { AnyImport, Cells, FileImport, ImportPart } from '../file-import/definition';
export type { DefineImport } from '../file-import/parts';
