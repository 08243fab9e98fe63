import { Operation, serverMessage } from 'shared-auth';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { Alert } from '../alert';
import { Button } from '../button';
import { AddIcon } from '../icons';
import { useCall } from '../list-screen/list-calls';
import { RetryButton } from '../retry-button';
import { useToast } from '../toast/toasts';
import { undoOf } from '../undo/undo-of';
import { useFocusKeeping } from '../use-focus-keeping';
import { TagChip } from '../tag-picker/tag-chip';
import { RoomyTagPicker } from './roomy-tag-picker';
import { tagFailure } from './tag-failure';
import './tags.css';
import type { Tagged, Tagging } from './tagging';

export interface RecordTagsProps {
  tagging: Tagging;
  record: Tagged;
  /** Whether this person may change them. */
  mayTag: boolean;
  /** Begins with the field for adding open; else an 'Add Tag' button opens it. */
  adding?: boolean;
}

/** All tags of one record, each with its removal, and the adding of others; what somebody else changes meanwhile shows. */
export function RecordTags({ tagging, record, mayTag, adding: addingFirst = false }: RecordTagsProps) {
  const { calls, noun, resourceType } = tagging;
  const { data, error, isFetching, refetch } = calls.getTags.useQuery(record.id);
  const [adding, setAdding] = useState(addingFirst && mayTag);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const call = useCall();
  const toast = useToast();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { keeper, onFocus } = useFocusKeeping<HTMLDivElement>();
  useEffect(() => {
    if (adding) form.current?.querySelector('input')?.focus();
  }, [adding]);
  // The list's tags stand until the record's own response is there.
  const names = data?.tags ?? record.tags;

  // A pending button is not disabled: that would take the focus from under the person's finger.
  const remove = async (name: string) => {
    if (busy) return;
    setBusy(true);
    try {
      const operation = new Operation();
      await call.change(calls.removeTag, { id: record.id, name }, operation);
      toast.show({ type: 'success', message: `Tag "${name}" removed`, ...undoOf(operation) });
    } catch (failure) {
      toast.show(tagFailure(failure, 'remove one'));
    } finally {
      setBusy(false);
    }
  };

  const add = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(chosen.length === 0);
    if (chosen.length === 0 || busy) return;
    setBusy(true);
    const operation = new Operation();
    const refused: { name: string; failure: unknown }[] = [];
    for (const name of chosen)
      await call
        .change(calls.addTag, { id: record.id, name }, operation)
        .catch((failure: unknown) => refused.push({ name, failure }));
    setBusy(false);
    const added = chosen.length - refused.length;
    if (added > 0)
      toast.show({ type: 'success', message: `Added ${added} tag(s) to ${noun.one}`, ...undoOf(operation) });
    if (refused[0]) toast.show(tagFailure(refused[0].failure, 'add'));
    // A refused tag stays, for another try.
    setChosen(refused.map(({ name }) => name));
  };

  return (
    <div className="record-tags" ref={keeper} tabIndex={-1} onFocus={onFocus}>
      {names.length === 0 && <p className="record-tags__none">No tags yet</p>}
      <ul className="c-wrap record-tags__list" aria-label="Tags">
        {names.map((name) => (
          <li key={name}>
            <TagChip name={name} onRemove={mayTag ? () => void remove(name) : undefined} />
          </li>
        ))}
      </ul>
      {error !== undefined && !isFetching && (
        <Alert type="error" error={error} actions={<RetryButton error={error} onRetry={() => void refetch()} />}>
          {serverMessage(error, 'Failed to load tags')}
        </Alert>
      )}
      {mayTag && !adding && (
        <Button icon={<AddIcon />} onClick={() => setAdding(true)}>
          Add Tag
        </Button>
      )}
      {adding && (
        <form className="c-wrap record-tags__form" ref={form} noValidate onSubmit={(event) => void add(event)}>
          <RoomyTagPicker
            label="Tags to add"
            placeholder="Find or make a tag"
            value={chosen}
            onChange={(now) => {
              setChosen(now);
              setMissing(false);
            }}
            scope={{ resourceType, companyId: record.company_id }}
            allowNew
            aria-invalid={missing}
            aria-describedby={missing ? id : undefined}
          />
          <Button type="submit" tone="primary">
            Add
          </Button>
          {missing && (
            <p id={id} className="record-tags__failure">
              Please select at least one tag.
            </p>
          )}
        </form>
      )}
    </div>
  );
}
