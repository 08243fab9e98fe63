import { useRef, useState, type FormEvent } from 'react';
import { useStore } from 'react-redux';
import type { TokenPair } from 'contract/session';
import { serverMessage } from 'shared-auth';
import { exchange, readJson, signIn, type ConsoleStore } from 'shared-auth/host';
import { Alert, BusyRing, Button, FieldHelp, Input, Label } from 'shared-ui';
import { Logo } from '../navigation/logo';

interface SecondFactorFormProps {
  username: string;
  password: string;
  onBack(): void;
}

/** Asks for the code once the password was right (DECISIONS §15), and signs in. */
export function SecondFactorForm({ username, password, onBack }: SecondFactorFormProps) {
  const store = useStore() as ConsoleStore;
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      const call = { method: 'POST', path: '/token/pair', body: { username, password, code } } as const;
      await signIn(store, await exchange(call, null, readJson<TokenPair>));
    } catch (error) {
      setFailure(serverMessage(error, 'You could not be logged in'));
      setBusy(false);
      field.current?.select();
    }
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
      <Button disabled={busy} onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
