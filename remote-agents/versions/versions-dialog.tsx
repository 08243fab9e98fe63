import type { Version as StoredVersion } from 'contract/history';
import type { Paged } from 'contract/paging';
import type { RecordChange } from 'shared-auth';
import { useState } from 'react';
import { Button, LoadFailure, Spinner } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { useCall, type Mutation, type Query } from 'shared-ui/list-screen';
import { Comparison } from './comparison';
import { RestoreVersion } from './restore-version';
import { useVersions, type Version, type Versioned } from './use-versions';
import { versionOf, type VersionedNoun } from './version-of';
import { VersionList, type Pair } from './version-list';
import './versions.css';

interface VersionsDialogProps<Values extends object> {
  noun: VersionedNoun;
  /** The noun's own endpoints. */
  calls: {
    get: Query<number, Versioned>;
    listVersions: Query<{ id: number; page: number }, Paged<StoredVersion<Values>>>;
    update: Mutation<RecordChange<Values>, unknown>;
  };
  id: number;
  /** The record's name. */
  title: string;
  /** The dialog is gone: take it out of the tree. */
  onClose(): void;
}

/** The versions of a record's text: who wrote each and when, any two compared, any but the current one restored. */
export function VersionsDialog<Values extends object>({
  noun,
  calls,
  id,
  title,
  onClose,
}: VersionsDialogProps<Values>) {
  const call = useCall();
  const [open, setOpen] = useState(true);
  const { read, failure, retry, reload, more } = useVersions({
    read: () => call.ask(calls.get, id),
    list: async (page) => {
      const { items, ...others } = await call.ask(calls.listVersions, { id, page });
      return { ...others, items: items.map((item) => versionOf(noun, item)) };
    },
  });
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
                restore={(operation) => {
                  const { updated_at: ifMatch } = read.record;
                  return call.change(calls.update, { id, body: restoring.values, ifMatch }, operation);
                }}
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
