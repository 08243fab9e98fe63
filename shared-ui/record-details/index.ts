export type { DetailAction } from './detail-actions';
export { DetailSteps, type Steps } from './detail-steps';
export { ReadDetailsModal } from './read-details-modal';
export { RecordDetailsModal, type DetailFields } from './record-details-modal';
