import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { useStore } from 'react-redux';
import type { OpenInvitation } from 'contract/people/people';
import { passwordMistake } from 'contract/people/passwords';
import { serverMessage } from 'shared-auth';
import { signIn, type ConsoleStore } from 'shared-auth/host';
import { Alert, BusyRing, Button, FieldHelp, Input, Label, RetryIcon, Spinner } from 'shared-ui';
import { useNavigate } from 'shared-ui/router';
import { useConfig } from '../config/console-config';
import { Logo } from '../navigation/logo';
import { acceptInvitation, openInvitation } from './invitation.api';
import { LoginEnded } from './login-ended';

/** A failure, and whether trying again may help. */
interface Failure {
  message: string;
  isFinal: boolean;
}
const failureOf = (error: unknown): Failure => ({
  message: serverMessage(error, 'The invitation could not be opened'),
  isFinal: (error as { status?: unknown } | null)?.status === 404,
});

/** An invited person chooses a password, the first user a name as well, and is signed in (DECISIONS §15). */
export function InvitationScreen({ token }: { token: string }) {
  const { brand } = useConfig();
  const store = useStore() as ConsoleStore;
  const [invitation, setInvitation] = useState<OpenInvitation | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    document.title = `Welcome · ${brand}`;
  }, [brand]);

  const load = useCallback(() => {
    store
      .dispatch(openInvitation.initiate(token, { track: false }))
      .unwrap()
      .then(setInvitation, (error: unknown) => setFailure(failureOf(error)));
  }, [store, token]);
  useEffect(load, [load]);

  if (!invitation && !failure) return <Spinner page />;
  return (
    <main className="login">
      <div className="login-card">
        {invitation && !failure?.isFinal ? (
          <PasswordForm token={token} invitation={invitation} brand={brand} failure={failure} setFailure={setFailure} />
        ) : (
          <LoginEnded
            title={`Welcome to ${brand}`}
            actions={
              !failure?.isFinal && (
                <Button
                  icon={<RetryIcon />}
                  onClick={() => {
                    setFailure(null);
                    load();
                  }}
                >
                  Retry
                </Button>
              )
            }
          >
            {failure?.message}
          </LoginEnded>
        )}
      </div>
    </main>
  );
}

interface PasswordFormProps {
  token: string;
  invitation: OpenInvitation;
  brand: string;
  failure: Failure | null;
  setFailure(failure: Failure | null): void;
}

function PasswordForm({ token, invitation, brand, failure, setFailure }: PasswordFormProps) {
  const store = useStore() as ConsoleStore;
  const navigate = useNavigate();
  const isFirst = invitation.username === null;
  const [username, setUsername] = useState(invitation.username ?? '');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const mistake =
      passwordMistake(password, { username, brand }) ?? (password === repeated ? null : 'The two passwords differ.');
    if (mistake) return setFailure({ message: mistake, isFinal: false });
    setBusy(true);
    setFailure(null);
    try {
      const body = { token, password, ...(isFirst && { username }) };
      const pair = await store.dispatch(acceptInvitation.initiate(body, { track: false })).unwrap();
      await signIn(store, pair);
      // The secret leaves the address, and the history with it.
      void navigate('/', { replace: true });
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <Logo size={40} />
      <h1>Welcome to {brand}</h1>
      {failure && <Alert type="error">{failure.message}</Alert>}
      <Label htmlFor="invited-username">Username</Label>
      <Input
        id="invited-username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={150}
        required
        autoFocus={isFirst}
        readOnly={!isFirst}
        disabled={busy}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <Label htmlFor="new-password">New Password</Label>
      <FieldHelp id="password-rules">
        12 to 200 characters; a few words that only you would put together are best.
      </FieldHelp>
      <Input
        id="new-password"
        name="new-password"
        type="password"
        autoComplete="new-password"
        aria-describedby="password-rules"
        maxLength={200}
        required
        autoFocus={!isFirst}
        disabled={busy}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Label htmlFor="repeated-password">Repeat the Password</Label>
      <Input
        id="repeated-password"
        name="repeated-password"
        type="password"
        autoComplete="new-password"
        maxLength={200}
        required
        disabled={busy}
        value={repeated}
        onChange={(event) => setRepeated(event.target.value)}
      />
      <Button type="submit" tone="primary" disabled={busy}>
        {busy && <BusyRing />}
        {isFirst ? 'Create User and Log In' : 'Set Password and Log In'}
      </Button>
    </form>
  );
}
