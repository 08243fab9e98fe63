import { credentialCreate, type Credential, type CredentialCreate } from 'contract/company/connections';
import { inGroup, useCurrentUser } from 'shared-auth';
import { useCall } from 'shared-ui/list-screen';
import { RecordFormModal } from 'shared-ui/record-form';
import { credentialCalls } from './connections.api';
import { credentialFields } from './credential-fields';

interface CredentialFormProps {
  beginning: Partial<CredentialCreate>;
  onMade(made: Credential): void;
  onClose(): void;
}

/** Makes a credential; its secret is sent and never shown again. */
export default function CredentialForm({ beginning, onMade, onClose }: CredentialFormProps) {
  const call = useCall();
  const mayShare = inGroup(useCurrentUser(), 'AaasAdmin');
  return (
    <RecordFormModal
      title="Add Credential"
      mode="create"
      schema={credentialCreate}
      fields={credentialFields(mayShare)}
      initial={beginning}
      onSubmit={async (values) => onMade(await call.change(credentialCalls.create, values))}
      onClose={onClose}
    />
  );
}
