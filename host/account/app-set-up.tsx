import { lazy, Suspense, useState, type FormEvent } from 'react';
import type { SecondFactorSecret } from 'contract/people/account';
import { Button, CopyButton, FieldHelp, Input, Label, Spinner } from 'shared-ui';
import { beginSecondFactor, confirmSecondFactor } from './account.api';
import type { OwnChanges } from './use-own-changes';

const QrCode = lazy(() => import(/* webpackChunkName: 'qr-code' */ './qr-code'));

interface AppSetUpProps {
  changes: OwnChanges;
  /** The first code was right: these are the recovery codes. */
  onCodes(codes: readonly string[]): void;
}

/** Sets up an app for codes: its secret as a picture and in letters, then the first code. */
export function AppSetUp({ changes: { store, act, isBusy }, onCodes }: AppSetUpProps) {
  const [made, setMade] = useState<SecondFactorSecret | null>(null);
  const [code, setCode] = useState('');
  const begin = () =>
    act(async () => setMade(await store.dispatch(beginSecondFactor.initiate(undefined, { track: false })).unwrap()));
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      const sent = confirmSecondFactor.initiate({ code }, { track: false });
      onCodes((await store.dispatch(sent).unwrap()).recovery_codes);
    });
  };
  if (!made)
    return (
      <>
        <p>
          An app on your phone shows a code that is asked for beside the password. Without the phone, no one gets in.
        </p>
        <Button disabled={isBusy} onClick={() => void begin()}>
          Set Up an App
        </Button>
      </>
    );
  return (
    <form className="account" onSubmit={confirm} aria-busy={isBusy}>
      <p>Scan this with an authenticator app, or type the secret into it. Then enter the code that it shows.</p>
      <div className="app-secret">
        <Suspense fallback={<Spinner />}>
          <QrCode text={made.uri} />
        </Suspense>
        <div>
          <code translate="no">{made.secret.replace(/.{4}/g, '$& ').trim()}</code>
          <CopyButton label="Copy secret" text={made.secret} hasWords />
        </div>
      </div>
      <Label htmlFor="app-code">Code</Label>
      <Input
        id="app-code"
        autoComplete="one-time-code"
        inputMode="numeric"
        aria-describedby="app-code-help"
        minLength={6}
        maxLength={40}
        required
        autoFocus
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <FieldHelp id="app-code-help">From now on it is asked for at each login. Your other sessions end.</FieldHelp>
      <Button type="submit" tone="primary" disabled={isBusy}>
        Confirm
      </Button>
    </form>
  );
}
