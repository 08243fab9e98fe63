import type { IngestTokenWithSecret } from 'contract/ingest/ingest-tokens';
import { formatDateTime } from 'shared-ui';
import { ShownOnce } from '../shown-once';

interface TokenSecretProps {
  made: IngestTokenWithSecret;
  /** The dialog is gone: take it out of the tree. */
  onClose(): void;
}

/** A token's secret, shown once. */
export default function TokenSecret({ made, onClose }: TokenSecretProps) {
  const { name, token, expires_at, old_secret_until } = made;
  return (
    <ShownOnce
      title="Copy the Token"
      about={name}
      warning="Whoever has it can write to the companies of this token. Keep it where your programs keep their passwords."
      secret={token}
      copyLabel="Copy token"
      onClose={onClose}
    >
      <p>It works until {formatDateTime(expires_at)}.</p>
      {old_secret_until && <p>The secret before works until {formatDateTime(old_secret_until)}.</p>}
    </ShownOnce>
  );
}
