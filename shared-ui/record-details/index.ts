export { ReadDetailsModal } from './read-details-modal';
export { RecordDetailsModal, type DetailField } from './record-details-modal';
