import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../button';
import { Dialog } from './dialog';

interface ConfirmModalProps {
  /** Absent: 'Confirm Action' (specification 1 §2). */
  title?: string;
  /** The question, such as 'Are you sure you want to delete 3 item(s)?'. */
  children: ReactNode;
  /** For what destroys: the button is red, and the focus starts on Cancel so that Enter does no harm. */
  danger?: boolean;
  /** Absent: 'Confirm'. */
  confirmLabel?: string;
  /** Absent: 'Cancel'. */
  cancelLabel?: string;
  /** Called once; the dialog closes by itself. */
  onConfirm(): void;
  /** The dialog is gone, whatever was chosen: take it out of the tree. */
  onClose(): void;
}

/** A question before something is done (specification 1 §2, bulk actions and deletes). */
export function ConfirmModal(props: ConfirmModalProps) {
  const { title = 'Confirm Action', children, danger = false, onConfirm, onClose } = props;
  const { confirmLabel = 'Confirm', cancelLabel = 'Cancel' } = props;
  const [open, setOpen] = useState(true);
  const confirmed = useRef(false);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const confirmButton = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  const confirm = () => {
    // The buttons stay pressable while the dialog fades away.
    if (confirmed.current) return;
    confirmed.current = true;
    close();
    onConfirm();
  };
  const buttons = (
    <>
      <Button ref={cancelButton} onClick={close}>
        {cancelLabel}
      </Button>
      <Button ref={confirmButton} tone={danger ? 'danger' : 'primary'} onClick={confirm}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog
      title={title}
      size="small"
      open={open}
      initialFocus={danger ? cancelButton : confirmButton}
      onCloseRequest={close}
      onClosed={onClose}
      footer={buttons}
    >
      {children}
    </Dialog>
  );
}
