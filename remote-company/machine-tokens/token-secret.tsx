import type { IngestTokenWithSecret } from 'contract/ingest/ingest-tokens';
import { useRef, useState } from 'react';
import { Alert, Button, CopyButton, formatDateTime } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import './token-secret.css';

interface TokenSecretProps {
  made: IngestTokenWithSecret;
  /** The dialog is gone: take it out of the tree. */
  onClose(): void;
}

/** A token's secret, shown once: nothing keeps it. It closes by its button alone, not by a click beside it. */
export default function TokenSecret({ made, onClose }: TokenSecretProps) {
  const [open, setOpen] = useState(true);
  const [isHeld, setIsHeld] = useState(false);
  const secret = useRef<HTMLElement>(null);
  const { name, token, expires_at, old_secret_until } = made;
  return (
    <Dialog
      title="Copy the Token"
      about={<bdi>{name}</bdi>}
      open={open}
      initialFocus={secret}
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
        Whoever has it can write to the companies of this token. Keep it where your programs keep their passwords.
      </Alert>
      <div className="token-secret">
        <code ref={secret} tabIndex={-1} translate="no">
          {token}
        </code>
        <CopyButton label="Copy token" text={token} hasWords />
      </div>
      {isHeld && <Alert type="error" title="Copy it first, then press “I have copied it”." />}
      <p>It works until {formatDateTime(expires_at)}.</p>
      {old_secret_until && <p>The secret before works until {formatDateTime(old_secret_until)}.</p>}
    </Dialog>
  );
}
