import type { RecordSchema, Infer } from 'contract/schema';
import { useEffect, useEffectEvent, useState } from 'react';
import { serverMessage } from 'shared-auth';
import { newestOf } from './newest-of';
import { RecordDetailsModal, type RecordDetailsModalProps } from './record-details-modal';

interface ReadDetailsModalProps<Schema extends RecordSchema> extends Omit<
  RecordDetailsModalProps<Schema>,
  'record' | 'failure'
> {
  /** Asks for the record as it is now. */
  read(): Promise<Infer<Schema>>;
  /** The screen's own message, such as 'Failed to load profile details'; what the server said stands behind it. */
  failure: string;
  /** The record as far as it is known: shown until it is read. When it changes, or becomes another record, that is read. */
  known?: Infer<Schema>;
}

/** The detail modal of a record that is read when it is opened, and again when that has failed and the person wants it. */
export function ReadDetailsModal<const Schema extends RecordSchema>(props: ReadDetailsModalProps<Schema>) {
  const { read, failure, known, ...shown } = props;
  const [tries, setTries] = useState(1);
  const [record, setRecord] = useState<Infer<Schema>>();
  const [failed, setFailed] = useState<{ error: unknown; known: unknown } | null>(null);
  // One reading a try: a render meanwhile is of the same record.
  const readOnce = useEffectEvent(read);
  useEffect(() => {
    let gone = false;
    readOnce().then(
      (read) => !gone && setRecord(read),
      (error: unknown) => !gone && setFailed({ error, known }),
    );
    return () => {
      gone = true;
    };
  }, [tries, known]);
  const retry = () => {
    setFailed(null);
    setTries(tries + 1);
  };
  const isOfKnown = known === undefined || idOf(record) === idOf(known);
  const newest = known && record && isOfKnown ? newestOf(known, record) : (known ?? record);
  return (
    <RecordDetailsModal
      {...shown}
      record={newest}
      failure={
        failed && failed.known === known
          ? {
              message: [failure, serverMessage(failed.error, '')].filter(Boolean).join(': '),
              error: failed.error,
              onRetry: retry,
            }
          : undefined
      }
    />
  );
}

const idOf = (record: unknown) => (record as { id?: unknown } | undefined)?.id;
