import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'react-redux';
import type { Credentials } from 'contract/session';
import { useSession } from 'shared-auth';
import { type ConsoleStore, type EndedBecause, restoreSession, signIn } from 'shared-auth/host';
import { Alert, BusyRing, Button, RetryIcon, Spinner } from 'shared-ui';
import { Navigate, useLocation } from 'shared-ui/router';
import { useConfig } from '../config/console-config';
import { dashboard } from '../dashboard/dashboard-part';
import { signedIn } from '../pages/signed-in-part';
import type { DocumentForm, LoginBy } from './document-form';
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

/** The document's form where it is driven already. */
const drivenForm = () => (window as { loginForm?: DocumentForm }).loginForm;

/** The login screen (specification 1 §2). A signed-in user is sent on, and the history entry is replaced. */
export function Login() {
  const { loading, user, endedBecause } = useSession();
  const { hash, state } = useLocation();
  const from = (state as { from?: string } | null)?.from;
  const [form] = useState(drivenForm);
  useEffect(() => {
    if (user) drivenForm()?.reset();
  }, [user]);

  // A link that signs somebody in says by what behind its `#`, which no server and no log is told. Also for somebody who is
  // signed in: it is not their invitation.
  if (hash.includes('=')) return <moreSignIn.Part>{({ ByLink }) => <ByLink hash={hash} />}</moreSignIn.Part>;
  if (loading) return <Spinner page />;
  if (user) return <Navigate to={from ?? '/'} replace />;
  if (form) return <LoginForm form={form} endedBecause={endedBecause} from={from} />;
  // A policy has forbidden the script in the head.
  return (
    <moreSignIn.Part>
      {({ loginForm }) => <LoginForm form={loginForm()} endedBecause={endedBecause} from={from} />}
    </moreSignIn.Part>
  );
}

interface LoginFormProps {
  form: DocumentForm;
  endedBecause: EndedBecause;
  /** The page that somebody wanted. */
  from: string | undefined;
}

const preload = () => {
  void signedIn.preload();
  void dashboard.preload();
};

/** Signs in by what the document's form sends, from before this code had come too, and says there what became of it. */
function LoginForm({ form, endedBecause, from = '/' }: LoginFormProps) {
  const config = useConfig();
  const store = useStore() as ConsoleStore;
  const [retrying, setRetrying] = useState(false);
  const [failed, setFailed] = useState(false);
  const [step, setStep] = useState<Credentials | 'passkey' | null>(null);

  const send = async (by: LoginBy) => {
    preload();
    form.setBusy(by !== 'passkey');
    if (by === 'passkey') return setStep(by);
    setFailed(false);
    const succeeded = await signIn(store, by);
    form.setBusy(false);
    if (succeeded) return;
    if (succeeded === null) return setStep(by);
    setFailed(true);
    form.focus();
  };
  const retry = async () => {
    setRetrying(true);
    form.setBusy(true, false);
    await restoreSession(store, RETRY_LIMIT);
    form.setBusy(false);
    setRetrying(false);
  };
  useLayoutEffect(() => {
    form.show(step === null);
    return () => form.show(false);
  }, [form, step]);
  useEffect(() => form.fill(config, from), [form, config, from]);
  useEffect(() => {
    form.hear((by) => void send(by));
    return () => form.hear(null);
  });
  useEffect(() => {
    const page = form.page();
    for (const event of ['input', 'pointerover']) page.addEventListener(event, preload);
    return () => {
      for (const event of ['input', 'pointerover']) page.removeEventListener(event, preload);
    };
  }, [form]);

  if (step)
    return (
      <main className="login">
        <div className="login-card">
          <moreSignIn.Part>
            {({ SecondFactorForm, PasskeyForm }) =>
              step === 'passkey' ? (
                <PasskeyForm onBack={() => setStep(null)} />
              ) : (
                <SecondFactorForm {...step} onBack={() => setStep(null)} />
              )
            }
          </moreSignIn.Part>
        </div>
      </main>
    );
  const note = failed ? (
    <Alert type="error">{LOGIN_FAILED}</Alert>
  ) : (
    endedBecause && (
      <Alert
        type="info"
        actions={
          endedBecause === 'unavailable' && (
            <Button icon={retrying ? <BusyRing /> : <RetryIcon />} onClick={() => void retry()}>
              Retry
            </Button>
          )
        }
      >
        {ENDED_BECAUSE[endedBecause]}
      </Alert>
    )
  );
  return createPortal(note, form.page().querySelector('.login-note')!);
}
