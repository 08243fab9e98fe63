export { DetailValue, type DetailValueProps, type DisplayType } from './detail-value';
export { ReadDetailsModal, type ReadDetailsModalProps } from './read-details-modal';
export { RecordDetailsModal, type DetailField, type RecordDetailsModalProps } from './record-details-modal';
