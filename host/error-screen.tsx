import { useEffect, useState } from 'react';
import { useSession } from 'shared-auth';
import { reportCrash } from 'shared-auth/host';
import { RequestId } from 'shared-ui';
import { isRouteErrorResponse, useRouteError } from 'shared-ui/router';
import './error-screen.css';

/** The default error screen (specification 1 §2): status and status text, or the message, and the stack where there is one. */
export function ErrorScreen() {
  const error = useRouteError();
  useEffect(() => {
    document.title = 'Unexpected Application Error!';
  }, []);
  const [reportId, setReportId] = useState<string | null>(null);
  const isSignedIn = useSession().user !== null;
  useEffect(() => {
    // An address that is not there is no crash.
    if (isSignedIn && !isRouteErrorResponse(error)) void reportCrash('host', error).then(setReportId);
  }, [error, isSignedIn]);
  const stack = error instanceof Error ? error.stack : undefined;
  return (
    <main className="error-screen">
      <h1>Unexpected Application Error!</h1>
      <p className="error-screen-message">{messageOf(error)}</p>
      <RequestId id={reportId} />
      {stack && <pre tabIndex={0}>{stack}</pre>}
      <a href="/">Back to the dashboard</a>
    </main>
  );
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error ? error.message : String(error);
}
