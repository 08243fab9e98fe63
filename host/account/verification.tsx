import type { FormEvent } from 'react';
import { Button, FieldHelp } from 'shared-ui';
import { listPasskeys } from './account.api';
import { PasswordField } from './password-field';
import type { OwnChanges } from './use-own-changes';

/** Asks for the current password, once for the changes of the next 10 minutes. */
export function Verification({ changes }: { changes: OwnChanges }) {
  const { act, isVerified, isBusy, password, setPassword, verifyByPasskey } = changes;
  const passkeys = listPasskeys.useQuery();
  if (isVerified) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => undefined);
  };
  return (
    <form onSubmit={submit}>
      <PasswordField label="Current Password" autoComplete="current-password" value={password} onChange={setPassword} />
      <FieldHelp id="current-password-help">It is asked for before any change on this page.</FieldHelp>
      {passkeys.data && passkeys.data.total > 0 && (
        <Button disabled={isBusy} onClick={() => void verifyByPasskey()}>
          Use a Passkey Instead
        </Button>
      )}
    </form>
  );
}
