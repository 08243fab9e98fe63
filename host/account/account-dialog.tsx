import { useState, type FormEvent } from 'react';
import { useStore } from 'react-redux';
import type { OwnSessions } from 'contract/people/account';
import { passwordMistake } from 'contract/people/passwords';
import { serverMessage, useCurrentUser } from 'shared-auth';
import type { ConsoleStore } from 'shared-auth/host';
import { Alert, Button, FieldHelp, formatDateTime, Input, Label, LoadFailure, Spinner, useTell } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { useConfig } from '../config/console-config';
import { changeOwnPassword, endOwnSessions, listOwnSessions } from './account.api';
import './account-dialog.css';
import { browserName } from './browser-name';

type Session = OwnSessions['items'][number];

/** One's own account (DECISIONS §15): the password, and where one is signed in. */
export function AccountDialog({ onClosed }: { onClosed: () => void }) {
  const { username } = useCurrentUser();
  const { brand } = useConfig();
  const store = useStore() as ConsoleStore;
  const tell = useTell();
  const [isOpen, setOpen] = useState(true);
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch } = listOwnSessions.useQuery();
  const others = data?.items.filter(({ is_current }) => !is_current) ?? [];

  /** Sends a change, unless a mistake is known before, and says how it went. */
  const act = async (mistake: string | null, send: () => Promise<unknown>, done: string) => {
    const known = current ? mistake : 'Please enter your current password first.';
    setFailure(known);
    if (known) return;
    setBusy(true);
    try {
      await send();
      for (const clear of [setCurrent, setPassword, setRepeated]) clear('');
      tell.success(done);
    } catch (reason) {
      setFailure(serverMessage(reason, 'Nothing was changed'));
    } finally {
      setBusy(false);
    }
  };
  const end = (session_id?: string) =>
    act(
      null,
      () => {
        const body = { current_password: current, ...(session_id !== undefined && { session_id }) };
        return store.dispatch(endOwnSessions.initiate(body, { track: false })).unwrap();
      },
      session_id === undefined ? 'All other sessions ended' : 'Session ended',
    );
  const change = (event: FormEvent) => {
    event.preventDefault();
    const mistake =
      passwordMistake(password, { username, brand }) ?? (password === repeated ? null : 'The two passwords differ.');
    const body = { current_password: current, new_password: password };
    void act(
      mistake,
      () => store.dispatch(changeOwnPassword.initiate(body, { track: false })).unwrap(),
      'Password changed; your other sessions have ended',
    );
  };

  return (
    <Dialog
      title="My account"
      about={<bdi>{username}</bdi>}
      open={isOpen}
      onCloseRequest={() => setOpen(false)}
      onClosed={onClosed}
      footer={<Button onClick={() => setOpen(false)}>Close</Button>}
    >
      <form className="account" onSubmit={change} aria-busy={isBusy}>
        {failure && <Alert type="error">{failure}</Alert>}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <Field label="Current Password" autoComplete="current-password" {...{ value: current, onChange: setCurrent }} />
        <FieldHelp id="current-password-help">It is asked for each change on this page.</FieldHelp>
        <h3>Password</h3>
        <Field label="New Password" autoComplete="new-password" {...{ value: password, onChange: setPassword }} />
        <FieldHelp id="new-password-help">12 to 200 characters. Changing it ends your other sessions.</FieldHelp>
        <Field
          label="Repeat the Password"
          autoComplete="new-password"
          {...{ value: repeated, onChange: setRepeated }}
        />
        <Button type="submit" disabled={isBusy}>
          Change Password
        </Button>
        <h3>Where you are signed in</h3>
        {error && !data ? (
          <LoadFailure message="Failed to load your sessions" error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <>
            <ul>
              {data.items.map((session) => (
                <SessionLine key={session.id} session={session} isBusy={isBusy} onEnd={() => void end(session.id)} />
              ))}
            </ul>
            {others.length > 0 && (
              <Button tone="danger" disabled={isBusy} onClick={() => void end()}>
                End All Others
              </Button>
            )}
          </>
        ) : (
          <Spinner />
        )}
      </form>
    </Dialog>
  );
}

interface FieldProps {
  label: string;
  autoComplete: string;
  value: string;
  onChange(value: string): void;
}

function Field({ label, autoComplete, value, onChange }: FieldProps) {
  const id = `account-${label.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <>
      <Label htmlFor={id}>{label}</Label>
      <Input
        {...{ id, autoComplete, value }}
        type="password"
        maxLength={1024}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  );
}

function SessionLine({ session, isBusy, onEnd }: { session: Session; isBusy: boolean; onEnd(): void }) {
  const { user_agent, address, created_at, last_used_at, is_current } = session;
  const name = browserName(user_agent);
  return (
    <li>
      <span title={user_agent ?? undefined}>
        {name}
        {is_current && <strong> · this one</strong>}
        <small>
          {address ?? 'Unknown address'} · signed in {formatDateTime(created_at)} · last used{' '}
          {last_used_at ? formatDateTime(last_used_at) : 'unknown'}
        </small>
      </span>
      {!is_current && (
        <Button disabled={isBusy} aria-label={`End the session of ${name}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}
