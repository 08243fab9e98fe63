import { useRef, useState, type ReactNode } from 'react';
import { Alert, Button, CopyButton } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import './shown-once.css';

interface ShownOnceProps {
  title: string;
  /** Whose secret it is. */
  about: string;
  /** The consequences of losing or leaking it. */
  warning: string;
  secret: string;
  copyLabel: string;
  /** Stands below the secret. */
  children: ReactNode;
  /** The dialog is gone: take it out of the tree. */
  onClose(): void;
}

/** A secret that nothing keeps. It closes by its button alone, not by a click beside it. */
export function ShownOnce({ title, about, warning, secret, copyLabel, children, onClose }: ShownOnceProps) {
  const [open, setOpen] = useState(true);
  const [isHeld, setIsHeld] = useState(false);
  const text = useRef<HTMLElement>(null);
  return (
    <Dialog
      title={title}
      about={<bdi>{about}</bdi>}
      open={open}
      initialFocus={text}
      // Escape, X and a click beside it would lose what is not to be had again.
      onCloseRequest={() => setIsHeld(true)}
      onClosed={onClose}
      footer={
        <Button tone="primary" onClick={() => setOpen(false)}>
          I have copied it
        </Button>
      }
    >
      <Alert type="warning" title="This is the only time it is shown.">
        {warning}
      </Alert>
      <div className="shown-once">
        <code ref={text} tabIndex={-1} translate="no">
          {secret}
        </code>
        <CopyButton label={copyLabel} text={secret} hasWords />
      </div>
      {isHeld && <Alert type="error" title="Copy it first, then press “I have copied it”." />}
      {children}
    </Dialog>
  );
}
