import { useState } from 'react';
import { Button } from '../button';
import { Dialog } from '../dialog';
import { RecordTags, type RecordTagsProps } from './record-tags';

interface RecordTagsModalProps extends RecordTagsProps {
  /** Name of the record. */
  name: string;
  /** The dialog is gone: take it out of the tree. */
  onClose(): void;
}

// One file for both ways to a record's tags
export { RecordTags };

/** The tags of one record, behind a row's '+N' and plus button. */
export function RecordTagsModal({ name, onClose, ...tags }: RecordTagsModalProps) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog
      title={`Tags of ${name}`}
      open={open}
      onCloseRequest={close}
      onClosed={onClose}
      footer={<Button onClick={close}>Close</Button>}
    >
      <RecordTags {...tags} />
    </Dialog>
  );
}
