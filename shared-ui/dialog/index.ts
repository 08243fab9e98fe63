export { ConfirmModal } from './confirm-modal';
export { Dialog } from './dialog';
