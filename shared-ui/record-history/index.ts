export { EntryChanges } from './entry-changes';
export { actionOf, kindOf, recordOf, type ShownEntry } from './entry-words';
export { HistoryPart } from './history-part';
export { UndoEntry } from './undo-entry';
