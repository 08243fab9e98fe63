import type { RecordSchema, Infer } from 'api/contract/schema';
import { useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { serverMessage } from 'shared-auth';
import { Alert } from '../alert';
import { Button } from '../button';
import { ConfirmModal, Dialog } from '../dialog';
import { useToast } from '../toast/toasts';
import { useNewest } from '../use-newest';
import { fieldsOf, type FormFields } from './form-field';
import { FIRST_CONTROL, FormSections } from './form-sections';
import {
  brokenRules,
  isChanged,
  standingErrors,
  submittedValues,
  valuesOf,
  type Form,
  type FormErrors,
  type FormMode,
} from './form-values';
import { useLeaveQuestion } from './leave-question';
import './record-form.css';
import { saveFailure, stalenessOf, type SaveFailure, type Staleness } from './save-failure';
import { StaleRecord } from './stale-record';
import { useFocusOn } from './use-focus-on';

export interface RecordFormModalProps<Schema extends RecordSchema, Item extends object> {
  title: string;
  /** Which record it writes, and whose; stands below the title. */
  about?: ReactNode;
  /** 'create' has a 'Create' button, 'edit' an 'Update' one. */
  mode: FormMode;
  /** Another word for that button, where the form is no record's. */
  submitLabel?: string | undefined;
  /** An editor of long text, nearly as large as the window; a field says where it stands in it (`place`). */
  large?: boolean | undefined;
  /** Stands above the fields. */
  note?: ReactNode;
  /** Stands below the fields: what saving these values would do. Null while they break a rule. */
  preview?(values: Infer<Schema> | null): ReactNode;
  /** What is written, from the contract: labels, limits and messages are read off it. */
  schema: Schema;
  /** In the order in which they stand, under the headings of their sections. */
  fields: FormFields<Schema, Item>;
  /** In 'edit' the record as it was read; in 'create' the values that a new one begins with. Read once. */
  initial?: Partial<Item>;
  /**
   * Sends the values, without those that are read-only in 'edit'; the form closes when it resolves and shows what it
   * rejects with. In 'edit' nothing is sent where nothing was changed.
   *
   * @param ifMatch in 'edit', the `updated_at` of the record that the person has seen, to be sent as `If-Match`
   */
  onSubmit(values: Infer<Schema>, ifMatch: string | undefined): Promise<unknown>;
  /** The question to be asked before the values are sent, or null when there is none. */
  question?(values: Infer<Schema>): Promise<ReactNode>;
  /** In 'edit': reads the record again, to show what somebody else saved in the meantime (a 412). */
  reread?(): Promise<Item>;
  /** The form is gone, saved or not: take it out of the tree. */
  onClose(): void;
}

type Values = Readonly<Record<string, unknown>>;

/** The record that a 412 was about, read again. */
interface Stale {
  staleness: Staleness;
  record: Values;
}

const updatedAt = (record: Values) => (typeof record.updated_at === 'string' ? record.updated_at : undefined);

/**
 * The add/edit modal (specification 1 §2, §5, §8): a generic form with sections. It checks by the contract's rules
 * before it sends, sends once however often it is asked to, puts the server's words on the fields they are about, and
 * asks before it throws input away. Needs a data router around it.
 */
export function RecordFormModal<const Schema extends RecordSchema, Item extends object>(
  props: RecordFormModalProps<Schema, Item>,
) {
  const {
    title,
    about,
    mode,
    schema,
    submitLabel,
    large = false,
    note,
    preview,
    question,
    onSubmit,
    reread,
    onClose,
  } = props;
  // What the parts need of a field is the same for every record.
  const fields = fieldsOf(schema, props.fields as unknown as FormFields<RecordSchema>).filter(
    ({ onlyInCreate }) => mode === 'create' || !onlyInCreate,
  );
  const form: Form = { schema, fields, mode };
  const formId = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const [record, setRecord] = useState<Values>(() => ({ ...props.initial }));
  const [values, setValues] = useState<Values>(() => valuesOf(fields, record));
  const [errors, setErrors] = useState<FormErrors>({});
  const [failure, setFailure] = useState<Pick<SaveFailure, 'message' | 'error'> | null>(null);
  const [stale, setStale] = useState<Stale | null>(null);
  const [saving, setSaving] = useState(false);
  const [open, setOpen] = useState(true);
  const [closing, setClosing] = useState(false);
  const [asking, setAsking] = useState<{ asked: ReactNode; decide(yes: boolean): void } | null>(null);
  const underway = useRef(false);
  const newest = useNewest(values);
  const changed = open && isChanged(valuesOf(fields, record), values);

  const toast = useToast();
  const focusOn = useFocusOn(formElement, saving);
  const showErrors = (found: FormErrors) => {
    setErrors(found);
    focusOn('[aria-invalid="true"]');
  };
  const change = (key: string, value: unknown) => {
    setValues((before) => ({ ...before, [key]: value }));
    setErrors(({ [key]: _, ...others }) => standingErrors(form, others, values, { ...values, [key]: value }));
  };

  const showFailure = async (error: unknown) => {
    const staleness = stalenessOf(error);
    if (staleness && reread) {
      setStale({ staleness, record: { ...((await reread()) as Values) } });
      return focusOn('.form-notice');
    }
    const failed = saveFailure(form, error);
    setFailure(failed);
    showErrors(failed.fields);
    if (failed.message !== null) focusOn('.form-notice');
  };

  const save = async (ifMatch: string | undefined, read = record) => {
    // State would let a second press through before the next render.
    if (underway.current || !open) return;
    if (mode === 'edit' && !isChanged(valuesOf(fields, read), values)) return closeUnchanged();
    setFailure(null);
    const broken = brokenRules(form, values);
    if (Object.keys(broken).length > 0) return showErrors(broken);
    underway.current = true;
    try {
      const sent = submittedValues(form, values) as Infer<Schema>;
      const asked = await question?.(sent);
      // What has been typed on meanwhile is not what was asked about.
      if (asked && (newest.current !== values || !(await isConfirmed(asked)))) return;
      setSaving(true);
      await onSubmit(sent, ifMatch);
      setOpen(false);
    } catch (error) {
      await showFailure(error).catch((unread: unknown) => {
        setFailure({ message: serverMessage(unread, 'An error occurred while saving'), error: unread });
        focusOn('.form-notice');
      });
    } finally {
      underway.current = false;
      setSaving(false);
    }
  };
  // To send it would only make the record newer, and refuse what others have read.
  const closeUnchanged = () => {
    toast.show({ type: 'info', message: 'No changes' });
    setOpen(false);
  };
  const isConfirmed = (asked: ReactNode) => new Promise<boolean>((decide) => setAsking({ asked, decide }));
  const ifMatch = mode === 'edit' ? updatedAt(record) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(ifMatch);
  };
  const submitByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save(ifMatch);
  };
  const takeTheirs = ({ record: theirs }: Stale) => {
    setRecord(theirs);
    setValues(valuesOf(fields, theirs));
    setErrors({});
    setStale(null);
    focusOn(FIRST_CONTROL);
  };
  const saveMine = ({ record: theirs }: Stale) => {
    setRecord(theirs);
    setStale(null);
    void save(updatedAt(theirs), theirs);
  };
  const askToClose = () => {
    if (underway.current) return;
    if (changed) setClosing(true);
    else setOpen(false);
  };

  const leaving = useLeaveQuestion({
    changed: changed && !saving,
    closing,
    onDiscard: () => setOpen(false),
    onKeep: () => setClosing(false),
  });

  const sendable =
    preview && Object.keys(brokenRules(form, values)).length === 0
      ? (submittedValues(form, values) as Infer<Schema>)
      : null;

  const footer = (
    <>
      <Button disabled={saving} onClick={askToClose}>
        Cancel
      </Button>
      <Button tone="primary" type="submit" form={formId} disabled={saving}>
        {saving ? 'Saving...' : (submitLabel ?? (mode === 'create' ? 'Create' : 'Update'))}
      </Button>
    </>
  );
  return (
    <>
      <Dialog
        title={title}
        about={about}
        size={!large ? 'normal' : fields.some(({ place }) => place === 'beside') ? 'large' : 'tall'}
        open={open}
        covered={leaving !== null || asking !== null}
        onCloseRequest={askToClose}
        onClosed={onClose}
        footer={footer}
      >
        <form
          id={formId}
          ref={formElement}
          className={large ? 'form-large' : undefined}
          noValidate
          onSubmit={submit}
          onKeyDown={submitByKeys}
        >
          {failure !== null && failure.message !== null && (
            <div className="form-notice" tabIndex={-1}>
              <Alert type="error" error={failure.error}>
                {failure.message}
              </Alert>
            </div>
          )}
          {stale && (
            <div className="form-notice" tabIndex={-1}>
              <StaleRecord
                form={form}
                staleness={stale.staleness}
                theirs={valuesOf(fields, stale.record)}
                yours={values}
                onTakeTheirs={() => takeTheirs(stale)}
                onSaveMine={() => saveMine(stale)}
              />
            </div>
          )}
          {note && <div className="form-notice">{note}</div>}
          <FormSections form={form} record={record} values={values} errors={errors} saving={saving} onChange={change} />
          {preview?.(sendable)}
        </form>
      </Dialog>
      {leaving}
      {asking && (
        <ConfirmModal
          title="Save these changes?"
          confirmLabel="Save"
          cancelLabel="Keep editing"
          onConfirm={() => asking.decide(true)}
          onClose={() => {
            asking.decide(false);
            setAsking(null);
          }}
        >
          {asking.asked}
        </ConfirmModal>
      )}
    </>
  );
}
