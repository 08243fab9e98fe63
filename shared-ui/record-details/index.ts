export { ReadDetailsModal } from './read-details-modal';
export { RecordDetailsModal, type DetailFields } from './record-details-modal';
