import { serverMessage } from 'shared-auth';
import { useEffect } from 'react';
import { Alert, Button, RetryIcon, Spinner, useToast, shape } from 'shared-ui';
import { facebookAdCalls } from './facebook-ads.api';
import { previewDocument } from './preview-document';

const HINT = 'The preview may be unavailable for this ad.';

/** There while it loads, so that nothing below moves when the preview comes. */
const note = (
  <p className={`${shape.quiet} ad-preview__reason`}>
    Nothing in a preview runs, and nothing is loaded from elsewhere.
  </p>
);

/** The preview of an ad in a sandboxed frame, or the reason why it has no preview (specification 1 §2, §8). */
export function AdPreview({ id, name }: { id: number; name: string }) {
  const { currentData, error, isFetching, refetch } = facebookAdCalls.getPreview.useQuery(id);
  const toast = useToast();
  useEffect(() => {
    if (error !== undefined) toast.show({ type: 'error', message: 'Failed to load ad preview', detail: HINT });
  }, [error, toast]);
  if (error !== undefined && !isFetching)
    return (
      <Alert
        type="error"
        title="Failed to load ad preview"
        error={error}
        actions={
          <Button icon={<RetryIcon />} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        <p className={`${shape.quiet} ad-preview__reason`}>{serverMessage(error)}</p>
        <p className={`${shape.quiet} ad-preview__reason`}>{HINT}</p>
      </Alert>
    );
  if (!currentData)
    return (
      <>
        <div className="ad-preview__waiting">
          <Spinner label="Loading preview..." />
        </div>
        {note}
      </>
    );
  if (!currentData.preview_html)
    return (
      <Alert type="info" title="Preview Not Available">
        {currentData.error}
      </Alert>
    );
  return (
    <>
      <iframe
        className="ad-preview__frame"
        title={`Preview of ${name}`}
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={previewDocument(currentData.preview_html)}
      />
      {note}
    </>
  );
}
