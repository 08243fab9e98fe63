import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { useStore } from 'react-redux';
import type { SignInBody, TokenPair } from 'contract/session';
import { serverMessage } from 'shared-auth';
import { exchange, readJson, signIn, type ConsoleStore } from 'shared-auth/host';
import { Alert, BusyRing, Button, FieldHelp, Input, Label } from 'shared-ui';
import { Logo } from '../navigation/logo';
import { codeByPasskey } from './passkey';

/** Signing in by what is found out by then, with what is said where it fails. */
function useSignIn() {
  const store = useStore() as ConsoleStore;
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = useCallback(
    async (find: () => Promise<SignInBody>, fallback: string): Promise<boolean> => {
      setBusy(true);
      setFailure(null);
      try {
        const body = await find();
        await signIn(store, await exchange({ method: 'POST', path: '/token/pair', body }, null, readJson<TokenPair>));
        return true;
      } catch (error) {
        setFailure(serverMessage(error, fallback));
        setBusy(false);
        return false;
      }
    },
    [store],
  );
  const byPasskey = useCallback(
    () => send(async () => ({ sign_in_code: await codeByPasskey() }), 'The passkey could not be used.'),
    [send],
  );
  return { failure, busy, send, byPasskey };
}

interface SecondFactorFormProps {
  username: string;
  password: string;
  onBack(): void;
}

/** Asks for the code, or a passkey, once the password was right (DECISIONS §15), and signs in. */
export function SecondFactorForm({ username, password, onBack }: SecondFactorFormProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { failure, busy, send, byPasskey } = useSignIn();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await send(async () => ({ username, password, code }), 'You could not be logged in')))
      field.current?.select();
  };

  return (
    <form onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <Logo size={40} />
      <h1>Enter Your Code</h1>
      {failure && <Alert type="error">{failure}</Alert>}
      <Label htmlFor="code">Code</Label>
      <FieldHelp id="code-help">The six digits that your app shows now, or one of your recovery codes.</FieldHelp>
      <Input
        ref={field}
        id="code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        aria-describedby="code-help"
        minLength={6}
        maxLength={40}
        required
        autoFocus
        // Not disabled while it is sent: it would lose the focus.
        readOnly={busy}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" tone="primary" disabled={busy}>
        {busy && <BusyRing />}
        Log In
      </Button>
      <Button disabled={busy} onClick={() => void byPasskey()}>
        Use a Passkey
      </Button>
      <Button tone="quiet" disabled={busy} onClick={onBack}>
        Back
      </Button>
    </form>
  );
}

/** Signs in by a passkey alone: the browser is asked at once, and again by the button. */
export function PasskeyForm({ onBack }: { onBack(): void }) {
  const { failure, busy, byPasskey } = useSignIn();
  useEffect(() => void byPasskey(), [byPasskey]);
  return (
    <form aria-busy={busy}>
      <Logo size={40} />
      <h1>Use a Passkey</h1>
      {failure ? <Alert type="error">{failure}</Alert> : <p>Your browser asks for your finger, face or PIN.</p>}
      <Button tone="primary" disabled={busy} onClick={() => void byPasskey()}>
        {busy && <BusyRing />}
        Try Again
      </Button>
      <Button tone="quiet" onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
