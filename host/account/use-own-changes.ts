import { useState } from 'react';
import { useStore } from 'react-redux';
import { VERIFY_FIRST, type Verification } from 'contract/people/account';
import { serverMessage } from 'shared-auth';
import type { ConsoleStore } from 'shared-auth/host';
import { useTell } from 'shared-ui';
import { codeByPasskey } from '../login/passkey';
import { verifyOneself } from './account.api';

/** The changes of one's own account, each of which is asked for the password first, unless it was given just now. */
export interface OwnChanges {
  readonly store: ConsoleStore;
  readonly isBusy: boolean;
  readonly failure: string | null;
  /** Whether the password was given, and counts. */
  readonly isVerified: boolean;
  readonly password: string;
  setPassword(password: string): void;
  /** Has a passkey used in place of the password. */
  verifyByPasskey(): Promise<boolean>;
  /** Sends a change, unless `mistake` is known before, and says how it went; `done` is the toast's words. */
  act(work: () => Promise<unknown>, options?: { mistake?: string | null; done?: string }): Promise<boolean>;
}

/**
 * One for all that is on a page.
 *
 * @param isFresh whether the person has just signed in
 */
export function useOwnChanges(isFresh = false): OwnChanges {
  const store = useStore() as ConsoleStore;
  const tell = useTell();
  const [isVerified, setVerified] = useState(isFresh);
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const verify = async (proof: Verification) => {
    await store.dispatch(verifyOneself.initiate(proof, { track: false })).unwrap();
    setVerified(true);
    setPassword('');
  };
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (reason) {
      const message = serverMessage(reason, 'Nothing was changed');
      // It was given too long ago.
      if (message === VERIFY_FIRST) setVerified(false);
      setFailure(message);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const act: OwnChanges['act'] = async (work, { mistake = null, done } = {}) => {
    const known = password || isVerified ? mistake : VERIFY_FIRST;
    setFailure(known);
    if (known) return false;
    return run(async () => {
      if (!isVerified) await verify({ current_password: password });
      await work();
      if (done) tell.success(done);
    });
  };
  const verifyByPasskey = () => {
    setFailure(null);
    return run(async () => verify({ sign_in_code: await codeByPasskey() }));
  };
  return { store, isBusy, failure, isVerified, password, setPassword, verifyByPasskey, act };
}
