import { useState } from 'react';
import { Button, LoadFailure, Spinner } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { Comparison } from './comparison';
import { RestoreVersion } from './restore-version';
import { useVersions, type Version, type VersionCalls, type Versioned } from './use-versions';
import { VersionList, type Pair } from './version-list';
import './versions.css';

interface VersionsDialogProps<Item extends Versioned, Values> {
  /** What the record is called. */
  title: string;
  calls: VersionCalls<Item, Values>;
  /** The dialog is gone: take it out of the tree. */
  onClose(): void;
}

/** The versions of a record's text: who wrote each and when, any two compared, any but the current one restored. */
export function VersionsDialog<Item extends Versioned, Values>({
  title,
  calls,
  onClose,
}: VersionsDialogProps<Item, Values>) {
  const [open, setOpen] = useState(true);
  const { read, failure, retry, reload, more } = useVersions(calls);
  const [pair, setPair] = useState<Pair>({ older: 1, newer: 0 });
  const [restoring, setRestoring] = useState<Version<Values> | null>(null);
  const close = () => setOpen(false);
  const [older, newer] = [read?.versions[pair.older], read?.versions[pair.newer]];
  return (
    <Dialog
      title={<bdi>{title}</bdi>}
      about="Versions"
      size="large"
      open={open}
      onCloseRequest={close}
      onClosed={onClose}
      footer={<Button onClick={close}>Close</Button>}
    >
      {failure && <LoadFailure message="Failed to load versions" error={failure.error} onRetry={retry} />}
      {!read && !failure && <Spinner lines />}
      {read && (
        <div className="versions">
          <VersionList
            versions={read.versions}
            pair={pair}
            onPair={setPair}
            onRestore={setRestoring}
            onEarlier={more}
          />
          <div className="versions__text">
            {restoring && (
              <RestoreVersion
                key={restoring.at}
                version={restoring}
                current={read.versions[0]}
                restore={(operation) => calls.restore(restoring.values, read.record, operation)}
                onDone={() => {
                  setPair({ older: 1, newer: 0 });
                  reload();
                  setRestoring(null);
                }}
                onFailed={reload}
                onCancel={() => setRestoring(null)}
              />
            )}
            {older && newer ? (
              <Comparison older={older} newer={newer} />
            ) : (
              <p className="versions__only">There is one version so far, and nothing to compare it with.</p>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}
