export type { DetailAction } from './detail-actions';
export { DetailSteps, type Steps } from './detail-steps';
export { ReadDetailsModal } from './read-details-modal';
export { RecordDetailsModal, type DetailFields } from './record-details-modal';
export { EntryChanges } from '../record-history/entry-changes';
export { actionOf, kindOf, recordOf, type ShownEntry } from '../record-history/entry-words';
export { HistoryPart } from '../record-history/history-part';
export { UndoEntry } from '../record-history/undo-entry';
