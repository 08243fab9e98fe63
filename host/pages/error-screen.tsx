import { useEffect, useState } from 'react';
import { useSession } from 'shared-auth';
import { reportCrash } from 'shared-auth/host';
import { RequestId, Spinner, useLoading } from 'shared-ui';
import { Link } from 'shared-ui/router';
import { NotFound } from '../config/not-found';
import { signedIn } from './signed-in-part';
import './error-screen.css';

/** The default error screen (specification 1 §2): status and status text, or the message, and the stack where there is one. */
export function ErrorScreen({ error }: { error: unknown }) {
  const [reportId, setReportId] = useState<string | null>(null);
  const { loading, user } = useSession();
  const isSignedIn = user !== null;
  // An address that is not there is no crash, and says nothing against the header and the menu.
  const isNowhere = error instanceof NotFound;
  useEffect(() => {
    if (isSignedIn && !isNowhere) void reportCrash('host', error).then(setReportId);
  }, [error, isSignedIn, isNowhere]);
  const parts = signedIn.known();
  const { failure } = useLoading({
    key: '',
    isDone: parts !== null || !isSignedIn || !isNowhere,
    load: signedIn.load,
    explain: (cause) => cause ?? true,
  });
  useEffect(() => {
    document.title = 'Unexpected Application Error!';
    // After the navigation, which names the tab as well.
  }, [parts, loading, user]);
  const stack = error instanceof Error && !isNowhere ? error.stack : undefined;
  const words = (
    <>
      <h1>Unexpected Application Error!</h1>
      <p className="error-screen-message">{error instanceof Error ? error.message : String(error)}</p>
      <RequestId id={reportId} />
      {stack && <pre tabIndex={0}>{stack}</pre>}
    </>
  );
  if (isNowhere && (loading || (isSignedIn && !parts && !failure))) return <Spinner page />;
  if (isNowhere && isSignedIn && parts)
    return (
      <parts.Navigation>
        <div className="error-screen">
          {words}
          <Link to="/">Back to the dashboard</Link>
        </div>
      </parts.Navigation>
    );
  return (
    <main className="error-screen">
      {words}
      <a href="/">Back to the dashboard</a>
    </main>
  );
}
