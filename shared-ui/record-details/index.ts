export { DetailValue, type DetailValueProps, type DisplayType } from './detail-value';
export { RecordDetailsModal, type DetailField, type RecordDetailsModalProps } from './record-details-modal';
