import type { IngestToken } from 'contract/ingest/ingest-tokens';
import { useTell } from 'shared-ui';
import { ConfirmModal } from 'shared-ui/dialog';
import { useCall, type RowDialogProps } from 'shared-ui/list-screen';
import { machineTokenCalls } from './machine-tokens.api';

/** Asks before a token is ended, for it cannot be taken back. */
export default function RevokeToken({ row, onClose }: RowDialogProps<IngestToken>) {
  const call = useCall();
  const tell = useTell();
  const revoke = async () => {
    try {
      await call.change(machineTokenCalls.revoke, row.id);
      tell.success('Machine Token revoked successfully', row.name);
    } catch (error) {
      tell.failure('Failed to revoke', error);
    }
  };
  return (
    <ConfirmModal
      title="Revoke Machine Token"
      confirmLabel="Revoke"
      danger
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      Are you sure you want to revoke <bdi>{row.name}</bdi>? Every program that uses it is refused at once. This cannot
      be undone.
    </ConfirmModal>
  );
}
