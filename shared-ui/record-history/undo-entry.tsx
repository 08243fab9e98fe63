import type { HistoryEntry } from 'contract/history';
import { refreshUser, serverMessage, undoOperation } from 'shared-auth';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Alert } from '../alert';
import { Button } from '../button';
import { icon } from '../icons';
import { useTell } from '../toast/use-tell';
import { ChangedValue } from './entry-changes';
import { undoneDetail, undoQuestion } from './entry-words';

const UndoIcon = icon(<path d="M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3" />);

/** State of an undo: not requested, the question is open, it is on its way, or why it was not done. */
type Step = 'idle' | 'asking' | 'undoing';

interface UndoEntryProps {
  entry: HistoryEntry;
}

/** 'Undo' beside an entry that can be taken back, and in its place, once pressed, the question that names what comes back. */
export function UndoEntry({ entry }: UndoEntryProps) {
  const [step, setStep] = useState<Step>('idle');
  const [failure, setFailure] = useState<unknown>(null);
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const tell = useTell();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const returns = useRef(false);
  useEffect(() => {
    if (step === 'asking') confirm.current?.focus();
    else if (returns.current) (button.current ?? place.current)?.focus();
    returns.current = step !== 'idle';
  }, [step]);
  const { operation_id } = entry;
  if (operation_id === null || (!entry.can_undo && step === 'idle' && failure === null)) return null;

  const take = async () => {
    if (step === 'undoing') return;
    setStep('undoing');
    setFailure(null);
    try {
      tell.success('Undone', undoneDetail(await dispatch(undoOperation.initiate(operation_id)).unwrap()));
      // A company more or less is one in the person's own list, too.
      if (entry.resource === 'company') void dispatch(refreshUser());
    } catch (error) {
      console.error('Failed to undo', error);
      setFailure(error);
    }
    setStep('idle');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The question alone is left, not the dialog around it.
    event.stopPropagation();
    setStep('idle');
  };
  const { title, fields, notes } = undoQuestion(entry);
  return (
    <div className="history-undo" ref={place} tabIndex={-1}>
      {failure !== null && (
        <Alert type="error" title="This was not undone" error={failure}>
          {serverMessage(failure)}
        </Alert>
      )}
      {step === 'idle' && entry.can_undo && (
        <Button
          ref={button}
          tone="quiet"
          className="history-undo__open"
          icon={<UndoIcon />}
          onClick={() => {
            setFailure(null);
            setStep('asking');
          }}
        >
          Undo
        </Button>
      )}
      {step !== 'idle' && (
        <div className="history-undo__question" role="group" aria-labelledby={id} onKeyDown={onKey}>
          <strong id={id}>
            <bdi>{title}</bdi>
          </strong>
          {fields.length > 0 && (
            <dl className="history-changes">
              {fields.map((change) => (
                <div key={change.field}>
                  <dt>{change.label}</dt>
                  <dd>
                    <ChangedValue change={change} value={change.before} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          <div className="c-wrap history-undo__buttons">
            <Button onClick={() => setStep('idle')}>Cancel</Button>
            <Button ref={confirm} tone="primary" aria-disabled={step === 'undoing'} onClick={() => void take()}>
              {step === 'undoing' ? 'Undoing…' : 'Undo this change'}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
