import { Alert } from '../alert';
import { Button } from '../button';
import { formatDateTime } from '../format';

interface UnsavedOfferProps {
  /** When it was typed, ISO 8601. */
  at: string;
  /** Into which fields; absent: the form has but one. */
  fields?: readonly string[];
  /** The record is another version by now. */
  hasChanged?: boolean;
  onRestore(): void;
  onDiscard(): void;
}

/** The quiet note over a form into which something was typed another time and not saved (DECISIONS §3). */
export function UnsavedOffer({ at, fields = [], hasChanged = false, onRestore, onDiscard }: UnsavedOfferProps) {
  return (
    <div className="form-notice form-offer">
      <Alert
        type="info"
        actions={
          <span className="c-wrap">
            <Button onClick={onRestore}>Restore</Button>
            <Button onClick={onDiscard}>Discard</Button>
          </span>
        }
      >
        {`You typed this on ${formatDateTime(at)} and did not save it${fields.length > 0 ? `: ${fields.join(', ')}` : ''}.`}
        {hasChanged && ' The record has changed since.'}
      </Alert>
    </div>
  );
}

/** Stands above Save where what is in the form was typed another time. */
export const UnsavedWord = () => (
  <p className="form-unsaved" role="status">
    Not saved yet
  </p>
);
