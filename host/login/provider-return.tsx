import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import type { TokenPair } from 'contract/session';
import { serverMessage } from 'shared-auth';
import { exchange, readJson, signIn, type ConsoleStore } from 'shared-auth/host';
import { Spinner } from 'shared-ui';
import { useNavigate } from 'shared-ui/router';
import { useConfig } from '../config/console-config';
import { LoginEnded } from './login-ended';

/** Why a provider's sign-in ended, by the word of the service. */
const FAILED: Readonly<Record<string, string>> = {
  cancelled: 'You cancelled the login.',
  unreachable: 'The login service could not be reached. Please try again later.',
  'not-admitted': 'Your account is not admitted here. Please ask an administrator of this console.',
  disabled: 'Your account here is disabled. Please ask an administrator of this console.',
  'name-taken': 'Somebody else has your name here. Please ask an administrator of this console.',
};
const AGAIN = 'The login did not work. Please try again.';

interface ProviderReturnProps {
  /** Good once, for a minute, in this browser. */
  code: string | null;
  returnTo: string | null;
  failed: string | null;
}

/** Who comes back from single sign-on is signed in and goes on where they were, or is told why not (DECISIONS §15). */
export function ProviderReturn({ code, returnTo, failed }: ProviderReturnProps) {
  const { brand } = useConfig();
  const store = useStore() as ConsoleStore;
  const navigate = useNavigate();
  const [failure, setFailure] = useState(code === null ? (FAILED[failed ?? ''] ?? AGAIN) : null);
  const hasStarted = useRef(false);
  useEffect(() => {
    document.title = `Login · ${brand}`;
  }, [brand]);
  useEffect(() => {
    if (code === null || hasStarted.current) return;
    hasStarted.current = true;
    const enter = async () => {
      try {
        const call = { method: 'POST', path: '/token/pair', body: { sign_in_code: code } } as const;
        const succeeded = await signIn(store, await exchange(call, null, readJson<TokenPair>));
        // The code leaves the address, and the history with it. An address of another site leads nowhere.
        if (succeeded)
          return void navigate(/^\/(?![/\\])/.test(returnTo ?? '') ? String(returnTo) : '/', { replace: true });
        setFailure(AGAIN);
      } catch (error) {
        setFailure(serverMessage(error, AGAIN));
      }
    };
    void enter();
  }, [code, navigate, returnTo, store]);
  if (failure === null) return <Spinner page />;
  return (
    <main className="login">
      <div className="login-card">
        <LoginEnded title={`Login to ${brand}`}>{failure}</LoginEnded>
      </div>
    </main>
  );
}
