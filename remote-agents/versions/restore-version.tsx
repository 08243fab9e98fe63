import { Operation, serverMessage } from 'shared-auth';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Alert, Button, useTell, shape } from 'shared-ui';
import { undoOf } from 'shared-ui/list-screen';
import { changedFacts, type Version } from './use-versions';
import { versionWords } from './version-list';

interface RestoreVersionProps {
  version: Version;
  current: Version | undefined;
  restore(operation: Operation): Promise<unknown>;
  onDone(): void;
  /** It was not restored: what is there now has to be read. */
  onFailed(): void;
  onCancel(): void;
}

/** The question before a version is restored: an ordinary save, which is a version itself and loses no one's change. */
export function RestoreVersion({ version, current, restore, onDone, onFailed, onCancel }: RestoreVersionProps) {
  const [underway, setUnderway] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const tell = useTell();
  const id = useId();
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => confirm.current?.focus(), []);
  const save = async () => {
    if (underway) return;
    setUnderway(true);
    setFailure(null);
    const operation = new Operation();
    try {
      await restore(operation);
      tell.success('Version restored', undefined, undoOf(operation));
      onDone();
    } catch (error) {
      console.error('Failed to restore a version', error);
      setFailure(error);
      setUnderway(false);
      onFailed();
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The question alone is left, not the dialog around it.
    event.stopPropagation();
    onCancel();
  };
  return (
    <div className="versions__question" role="group" aria-labelledby={id} onKeyDown={onKey}>
      <strong id={id}>{`Restore the version of ${versionWords(version)}?`}</strong>
      <p>Its text takes the place of the current one, which stays among the versions.</p>
      {current &&
        changedFacts(current, version).map(({ label, before, after }) => (
          <p key={label}>{`${label} goes back from “${before}” to “${after}”.`}</p>
        ))}
      {failure !== null && (
        <Alert type="error" title="This version was not restored" error={failure}>
          {serverMessage(failure)}
        </Alert>
      )}
      <div className={`${shape.wrap} versions__buttons`}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button ref={confirm} tone="primary" aria-disabled={underway} onClick={() => void save()}>
          {underway ? 'Restoring…' : 'Restore this version'}
        </Button>
      </div>
    </div>
  );
}
