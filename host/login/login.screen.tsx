import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useStore } from 'react-redux';
import { useSession } from 'shared-auth';
import { type ConsoleStore, type EndedBecause, restoreSession, signIn } from 'shared-auth/host';
import { Alert, BusyRing, Button, Input, Label, RetryIcon, Spinner } from 'shared-ui';
import { Navigate, useLocation } from 'shared-ui/router';
import { Logo } from '../navigation/logo';
import { useConfig } from '../config/console-config';
import { dashboard } from '../dashboard/dashboard-part';
import { signedIn } from '../pages/signed-in-part';
import { moreSignIn } from './more-sign-in-part';
import './login.css';

const LOGIN_FAILED = 'Invalid username or password. Please try again.';

const ENDED_BECAUSE = {
  expired: 'Your session has ended. Please log in again.',
  'signed-out-elsewhere': 'You were logged out in another tab.',
  unavailable: 'The service could not be reached. Please retry, or log in again.',
} as const;

/** How long a Retry waits to learn who is signed in, in milliseconds. */
const RETRY_LIMIT = 10_000;

/** The login screen (specification 1 §2). A signed-in user is sent on, and the history entry is replaced. */
export function Login() {
  const { loading, user, endedBecause } = useSession();
  const { hash, state } = useLocation();
  const from = (state as { from?: string } | null)?.from;
  const { brand } = useConfig();
  useEffect(() => {
    document.title = `Login · ${brand}`;
  }, [brand]);

  // A link that signs somebody in says by what behind its `#`, which no server and no log is told. Also for somebody who is
  // signed in: it is not their invitation.
  if (hash.includes('=')) return <moreSignIn.Part>{({ ByLink }) => <ByLink hash={hash} />}</moreSignIn.Part>;
  if (loading) return <Spinner page />;
  if (user) return <Navigate to={from ?? '/'} replace />;
  return (
    <main className="login">
      <LoginCard endedBecause={endedBecause} from={from} />
    </main>
  );
}

interface LoginCardProps {
  endedBecause: EndedBecause;
  /** The page that somebody wanted. */
  from: string | undefined;
}

function LoginCard({ endedBecause, from = '/' }: LoginCardProps) {
  const { brand, demonstration, providers } = useConfig();
  const store = useStore() as ConsoleStore;
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [retrying, setRetrying] = useState(false);
  const [failed, setFailed] = useState(false);
  const [step, setStep] = useState<'code' | 'passkey' | null>(null);
  const usernameField = useRef<HTMLInputElement>(null);

  const login = async (credentials: { username: string; password: string }) => {
    if (busy || retrying) return;
    setBusy(true);
    setFailed(false);
    const succeeded = await signIn(store, credentials);
    if (succeeded) return;
    setBusy(false);
    if (succeeded === null) return setStep('code');
    setFailed(true);
    usernameField.current?.focus();
  };
  const retry = async () => {
    setRetrying(true);
    await restoreSession(store, RETRY_LIMIT);
    setRetrying(false);
  };
  const preload = () => {
    void signedIn.preload();
    void dashboard.preload();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void login({ username, password });
  };

  const onBack = () => setStep(null);
  if (step)
    return (
      <div className="login-card">
        <moreSignIn.Part>
          {({ SecondFactorForm, PasskeyForm }) =>
            step === 'code' ? <SecondFactorForm {...{ username, password, onBack }} /> : <PasskeyForm onBack={onBack} />
          }
        </moreSignIn.Part>
      </div>
    );
  return (
    <div className="login-card">
      <form onSubmit={submit} aria-busy={busy} onChange={preload}>
        <Logo size={40} />
        <h1>Login to {brand}</h1>
        {failed ? (
          <Alert type="error">{LOGIN_FAILED}</Alert>
        ) : (
          endedBecause && (
            <Alert
              type="info"
              actions={
                endedBecause === 'unavailable' && (
                  <Button
                    icon={retrying ? <BusyRing /> : <RetryIcon />}
                    disabled={busy || retrying}
                    onClick={() => void retry()}
                  >
                    Retry
                  </Button>
                )
              }
            >
              {ENDED_BECAUSE[endedBecause]}
            </Alert>
          )
        )}
        <Label htmlFor="username">Username</Label>
        <Input
          ref={usernameField}
          id="username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          required
          autoFocus
          disabled={busy}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <Label htmlFor="password">Password</Label>
        <Input
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={1024}
          required
          disabled={busy}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" tone="primary" disabled={busy || retrying}>
          {busy && <BusyRing />}
          {busy ? 'Logging in...' : 'Login'}
        </Button>
        {providers?.map(({ name, label }) => (
          <a key={name} href={`/api/sign-in/${name}?return_to=${encodeURIComponent(from)}`}>
            Log In with {label}
          </a>
        ))}
        <Button tone="quiet" disabled={busy} onClick={() => setStep('passkey')}>
          Use a Passkey
        </Button>
      </form>
      {demonstration && (
        <section className="login-demonstration" aria-label="Demonstration users">
          <h2>Demonstration users</h2>
          <p>
            Choose one to log in; the password of each is <code>{demonstration.password}</code>.
          </p>
          <ul>
            {demonstration.users.map((person) => (
              <li key={person.username}>
                <button
                  type="button"
                  disabled={busy}
                  onPointerEnter={preload}
                  onClick={() => {
                    setUsername(person.username);
                    setPassword(demonstration.password);
                    void login({ username: person.username, password: demonstration.password });
                  }}
                >
                  <strong>{person.username}</strong>
                  <span>{person.description}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
