import { useState, type ReactNode } from 'react';
import { Button, LoadFailure, Spinner } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';

interface PagedDialogProps {
  title: string;
  /** The page as it is asked for, and what came of it. */
  page: number;
  onPage(page: number): void;
  list: {
    data?: { readonly total: number; readonly total_pages: number } | undefined;
    error?: unknown;
    isFetching: boolean;
    refetch(): unknown;
  };
  /** The texts for a failure to load, and for an empty list. */
  failure: string;
  empty: string;
  onClosed(): void;
  children: ReactNode;
}

/** A dialog that shows a list page by page, the newest first. */
export function PagedDialog({ title, page, onPage, list, failure, empty, onClosed, children }: PagedDialogProps) {
  const [open, setOpen] = useState(true);
  const { data, error, isFetching, refetch } = list;
  const close = () => setOpen(false);
  return (
    <Dialog
      title={title}
      size="wide"
      open={open}
      onCloseRequest={close}
      onClosed={onClosed}
      footer={
        <>
          {data && data.total_pages > 1 && (
            <>
              <Button disabled={page === 1 || isFetching} onClick={() => onPage(page - 1)}>
                Newer
              </Button>
              <Button disabled={page >= data.total_pages || isFetching} onClick={() => onPage(page + 1)}>
                Older
              </Button>
            </>
          )}
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      {error !== undefined && !isFetching && (
        <LoadFailure message={failure} error={error} onRetry={() => void refetch()} />
      )}
      {isFetching && !data && <Spinner lines />}
      {data?.total === 0 && <p>{empty}</p>}
      {children}
    </Dialog>
  );
}
