import { useState, type FormEvent } from 'react';
import { passwordMistake } from 'contract/people/passwords';
import { useCurrentUser } from 'shared-auth';
import { Button, FieldHelp } from 'shared-ui';
import { useConfig } from '../config/console-config';
import { changeOwnPassword } from './account.api';
import { PasswordField } from './password-field';
import type { OwnChanges } from './use-own-changes';

/** A new password. */
export function PasswordSection({ changes: { store, act, isBusy } }: { changes: OwnChanges }) {
  const { username } = useCurrentUser();
  const { brand } = useConfig();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const change = async (event: FormEvent) => {
    event.preventDefault();
    const mistake =
      passwordMistake(password, { username, brand }) ?? (password === repeated ? null : 'The two passwords differ.');
    const sent = changeOwnPassword.initiate({ new_password: password }, { track: false });
    const done = 'Password changed; your other sessions have ended';
    if (!(await act(() => store.dispatch(sent).unwrap(), { mistake, done }))) return;
    setPassword('');
    setRepeated('');
  };
  return (
    <form onSubmit={(event) => void change(event)} aria-busy={isBusy}>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField label="New Password" autoComplete="new-password" value={password} onChange={setPassword} />
      <FieldHelp id="new-password-help">12 to 200 characters. Changing it ends your other sessions.</FieldHelp>
      <PasswordField label="Repeat the Password" autoComplete="new-password" value={repeated} onChange={setRepeated} />
      <Button type="submit" disabled={isBusy}>
        Change Password
      </Button>
    </form>
  );
}
