import { useState } from 'react';
import { refreshUser, useCurrentUser } from 'shared-auth';
import { signOut } from 'shared-auth/host';
import { Alert, Button } from 'shared-ui';
import { Logo } from '../navigation/logo';
import './account.css';
import { AppSetUp } from './app-set-up';
import { PasskeysSection } from './passkeys-section';
import { RecoveryCodes } from './recovery-codes';
import './required-factor.css';
import { useOwnChanges } from './use-own-changes';
import { Verification } from './verification';

/** In place of the console, for who has to set up a second factor before anything else (DECISIONS §15). */
export function RequiredFactor() {
  const { username } = useCurrentUser();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const changes = useOwnChanges(true);
  const { store, failure } = changes;
  return (
    <main className="required-factor">
      <div className="account">
        <Logo size={40} />
        <h1>Set Up a Second Factor</h1>
        {codes ? (
          <RecoveryCodes codes={codes} isHeld={false} onKept={() => void store.dispatch(refreshUser())} />
        ) : (
          <>
            <p>
              A group of <bdi>{username}</bdi> has to have a second factor. Once it is set up, you go on.
            </p>
            {failure && <Alert type="error">{failure}</Alert>}
            <Verification changes={changes} />
            <h2>By an app</h2>
            <AppSetUp changes={changes} onCodes={setCodes} />
            <h2>By a passkey</h2>
            <PasskeysSection changes={changes} onCodes={setCodes} />
            <Button tone="quiet" onClick={signOut}>
              Logout
            </Button>
          </>
        )}
      </div>
    </main>
  );
}
