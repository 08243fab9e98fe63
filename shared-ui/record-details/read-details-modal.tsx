import type { RecordSchema, Shape } from 'api/contract/schema';
import { useEffect, useState } from 'react';
import { serverMessage } from 'shared-auth';
import { RecordDetailsModal, type RecordDetailsModalProps } from './record-details-modal';

interface ReadDetailsModalProps<Schema extends RecordSchema> extends Omit<
  RecordDetailsModalProps<Schema>,
  'record' | 'failure'
> {
  /** Asks for the record as it is now. */
  read(): Promise<Shape<Schema>>;
  /** The screen's own sentence, such as 'Failed to load profile details'; what the server said stands behind it. */
  failure: string;
}

/** The detail modal of a record that is read when it is opened, and again when that has failed and the person wants it. */
export function ReadDetailsModal<const Schema extends RecordSchema>(props: ReadDetailsModalProps<Schema>) {
  const { read, failure, ...shown } = props;
  const [tries, setTries] = useState(1);
  const [record, setRecord] = useState<Shape<Schema>>();
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    setMessage(null);
    read().then(
      (answer) => !gone && setRecord(answer),
      (error: unknown) => !gone && setMessage([failure, serverMessage(error, '')].filter(Boolean).join(': ')),
    );
    return () => {
      gone = true;
    };
    // One reading a try: what is drawn anew meanwhile is the same record.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [tries]);
  return (
    <RecordDetailsModal
      {...shown}
      record={record}
      failure={message === null ? undefined : { message, onRetry: () => setTries(tries + 1) }}
    />
  );
}
