import { FieldHelp } from 'shared-ui';
import { PasswordField } from './password-field';
import type { OwnChanges } from './use-own-changes';

/** Asks for the current password, once for the changes of the next 10 minutes. */
export function Verification({ changes: { isVerified, password, setPassword } }: { changes: OwnChanges }) {
  if (isVerified) return null;
  return (
    <>
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        {...{ value: password, onChange: setPassword }}
      />
      <FieldHelp id="current-password-help">It is asked for before any change on this page.</FieldHelp>
    </>
  );
}
