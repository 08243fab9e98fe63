export { ConfirmModal, type ConfirmModalProps } from './confirm-modal';
export { Dialog, type DialogProps } from './dialog';
