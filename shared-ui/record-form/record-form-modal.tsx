import type { RecordSchema, Infer } from 'contract/schema';
import { useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { serverMessage } from 'shared-auth';
import { Alert } from '../alert';
import { Dialog } from '../dialog';
import { useToast } from '../toast/toasts';
import { useNewest } from '../use-newest';
import { fieldsOf, type FormFields } from './form-field';
import { draftText, restored } from './form-draft';
import { FIRST_CONTROL, FormSections } from './form-sections';
import { FormFooter } from './form-footer';
import { useFormTools } from './form-tools';
import {
  brokenRules,
  isChanged,
  labelOf,
  standingErrors,
  submittedValues,
  valuesOf,
  type Form,
  type FormErrors,
} from './form-values';
import { useLeaveQuestion } from './leave-question';
import { marksOf, merge, type Conflict } from './merge';
import './record-form.css';
import type { RecordFormModalProps } from './record-form-props';
import { SaveQuestion, type SaveQuestionProps } from './save-question';
import { saveFailure, stalenessOf, type SaveFailure } from './save-failure';
import { StaleRecord } from './stale-record';
import { UnsavedOffer } from './unsaved-offer';
import { useDraft } from './use-draft';
import { useFocusOn } from './use-focus-on';
import { useMerging, type Side } from './use-merging';
import { useKeeping } from './use-unsaved';

type Values = Readonly<Record<string, unknown>>;

/** The values to save, and over which version of the record. */
interface Attempt {
  record: Values;
  values: Values;
  /** Whose changes were merged into it after a 412, and of which fields. */
  merged?: { by: string; fields: string };
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
    tools = [],
    onClose,
  } = props;
  // The props of a field are the same for every record.
  const fields = fieldsOf(schema, props.fields as unknown as FormFields<RecordSchema>).filter(
    ({ onlyInCreate }) => mode === 'create' || !onlyInCreate,
  );
  const form: Form = { schema, fields, mode };
  const formId = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const [record, setRecord] = useState<Values>(() => ({ ...props.initial }));
  const { unsaved, draft, begun } = useDraft(form, title, record);
  const [offered, setOffered] = useState(draft !== null && !unsaved.isReopened);
  const [isRestored, setRestored] = useState(draft !== null && unsaved.isReopened);
  const merging = useMerging(begun.conflicts.length + begun.kept.length > 0 ? { ...begun, refused: null } : null);
  const [values, setValues] = useState<Values>(begun.values);
  const [errors, setErrors] = useState<FormErrors>({});
  const [failure, setFailure] = useState<Pick<SaveFailure, 'message' | 'error'> | null>(null);
  const [saving, setSaving] = useState(false);
  const [open, setOpen] = useState(true);
  const [closing, setClosing] = useState(false);
  const [asking, setAsking] = useState<SaveQuestionProps | null>(null);
  const underway = useRef(false);
  const newest = useNewest(values);
  const changed = open && isChanged(valuesOf(fields, record), values);

  const toast = useToast();
  const focusOn = useFocusOn(formElement, saving);
  const showErrors = (found: FormErrors) => {
    setErrors(found);
    focusOn('[aria-invalid="true"]');
  };
  const set = (key: string, value: unknown) => {
    setValues((before) => ({ ...before, [key]: value }));
    setErrors(({ [key]: _, ...others }) => standingErrors(form, others, values, { ...values, [key]: value }));
  };
  const change = (key: string, value: unknown) => {
    set(key, value);
    merging.decide(key, 'own');
  };
  const decide = ({ field, ...sides }: Conflict, side: Side) => {
    if (side !== 'own') set(field.key, sides[side]);
    merging.decide(field.key, side);
  };
  const restore = () => {
    setOffered(false);
    if (!draft) return;
    const merge = restored(form, draft, values);
    setValues(merge.values);
    setRestored(true);
    merging.begin(merge.conflicts.length + merge.kept.length > 0 ? { ...merge, refused: null } : null);
    focusOn(merge.conflicts.length > 0 ? '.form-conflict input' : FIRST_CONTROL);
  };
  const forget = () => {
    setOffered(false);
    unsaved.forget();
    focusOn(FIRST_CONTROL);
  };
  useKeeping(unsaved, values, () => draftText(form, valuesOf(fields, record), values, updatedAt(record) ?? null));
  const close = () => {
    unsaved.settle();
    setOpen(false);
  };

  /** Brings the form to a record that was saved meanwhile; what was typed into it stands. */
  const takeUp = (theirs: Values, { record: read, values: yours }: Attempt) => {
    const merged = merge(form, marksOf(fields, valuesOf(fields, read)), yours, valuesOf(fields, theirs));
    setRecord(theirs);
    setValues(merged.values);
    return merged;
  };
  const catchUp = async () => {
    const theirs = reread && { ...((await reread()) as Values) };
    if (!theirs || updatedAt(theirs) === updatedAt(record)) return;
    const merged = takeUp(theirs, { record, values: newest.current });
    // Changes made in the dialog need no decision; only what was typed before as well has to be decided.
    merging.begin(merged.conflicts.length > 0 ? { ...merged, refused: null } : null);
    if (merged.conflicts.length > 0) focusOn('.form-conflict input');
  };
  const tooling = useFormTools(tools, record, saving, catchUp);

  /** After a 412: both sides' changes, to be saved at once unless they meet in a field. Null: the person is asked, or told. */
  const mergeOrTell = async (error: unknown, { record: read, values: yours }: Attempt): Promise<Attempt | null> => {
    const staleness = stalenessOf(error);
    const theirs = staleness && reread ? { ...((await reread()) as Values) } : null;
    // A version that is refused although it is the newest is no matter of merging.
    if (staleness && theirs && updatedAt(theirs) !== updatedAt(read)) {
      const merge_ = takeUp(theirs, { record: read, values: yours });
      if (merge_.conflicts.length === 0) {
        const fields = merge_.kept.map((field) => labelOf(form, field)).join(', ');
        return { record: theirs, values: merge_.values, merged: { by: staleness.by ?? 'somebody else', fields } };
      }
      merging.begin({ ...merge_, refused: staleness });
      focusOn('.form-conflict input');
      return null;
    }
    const failed = saveFailure(form, error);
    setFailure(failed);
    showErrors(failed.fields);
    if (failed.message !== null) focusOn('.form-notice');
    return null;
  };

  const save = async (attempt: Attempt = { record, values }): Promise<void> => {
    // State would let a second press through before the next render.
    if (underway.current || !open) return;
    if (!attempt.merged && merging.asks()) return focusOn('.form-conflict [aria-invalid]');
    if (mode === 'edit' && !isChanged(valuesOf(fields, attempt.record), attempt.values)) return closeUnchanged(attempt);
    setFailure(null);
    const broken = brokenRules(form, attempt.values);
    if (Object.keys(broken).length > 0) return showErrors(broken);
    underway.current = true;
    let next: Attempt | null = null;
    try {
      const sent = submittedValues(form, attempt.values) as Infer<Schema>;
      const asked = await question?.(sent);
      // Text typed meanwhile was not part of the question.
      if (asked && (newest.current !== attempt.values || !(await isConfirmed(asked)))) return;
      setSaving(true);
      await onSubmit(sent, mode === 'edit' ? updatedAt(attempt.record) : undefined);
      close();
      if (attempt.merged?.fields)
        toast.show({
          type: 'info',
          message: `The changes of ${attempt.merged.by} were kept`,
          detail: attempt.merged.fields,
        });
    } catch (error) {
      next = await mergeOrTell(error, attempt).catch((unread: unknown) => {
        setFailure({ message: serverMessage(unread, 'An error occurred while saving'), error: unread });
        focusOn('.form-notice');
        return null;
      });
    } finally {
      underway.current = false;
      setSaving(false);
    }
    if (next) await save(next);
  };
  // To send it would only make the record newer, and refuse what others have read.
  const closeUnchanged = ({ merged }: Attempt) => {
    toast.show({ type: 'info', message: merged ? `Nothing to save: ${merged.by} has saved the same` : 'No changes' });
    close();
  };
  const isConfirmed = (asked: ReactNode) => new Promise<boolean>((decide) => setAsking({ asked, decide }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const submitByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  };
  const askToClose = () => {
    if (underway.current) return;
    if (changed) setClosing(true);
    else setOpen(false);
  };

  const leaving = useLeaveQuestion({
    changed: changed && !saving,
    closing,
    onDiscard: close,
    onKeep: () => setClosing(false),
  });

  const isSendable = preview && Object.keys(brokenRules(form, values)).length === 0;

  return (
    <>
      <Dialog
        title={title}
        about={about}
        size={!large ? 'normal' : fields.some(({ place }) => place === 'beside') ? 'large' : 'tall'}
        open={open}
        covered={leaving !== null || asking !== null || tooling.dialog !== null}
        onCloseRequest={askToClose}
        onClosed={onClose}
        footer={
          <FormFooter
            formId={formId}
            label={submitLabel ?? (mode === 'create' ? 'Create' : 'Update')}
            saving={saving}
            isRestored={isRestored}
            tools={tooling.buttons}
            onCancel={askToClose}
          />
        }
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
          {offered && unsaved.found && draft && (
            <UnsavedOffer
              at={unsaved.found.at}
              fields={fields.filter(({ key }) => key in draft.values).map((field) => labelOf(form, field))}
              hasChanged={mode === 'edit' && draft.version !== (updatedAt(record) ?? null)}
              onRestore={restore}
              onDiscard={forget}
            />
          )}
          {merging.standoff && (
            <div className="form-notice" tabIndex={-1}>
              <StaleRecord form={form} merging={merging} standoff={merging.standoff} onDecide={decide} />
            </div>
          )}
          {note && <div className="form-notice">{note}</div>}
          <FormSections form={form} record={record} values={values} errors={errors} saving={saving} onChange={change} />
          {preview?.(isSendable ? (submittedValues(form, values) as Infer<Schema>) : null)}
        </form>
      </Dialog>
      {tooling.dialog}
      {leaving}
      {asking && <SaveQuestion {...asking} onClose={() => setAsking(null)} />}
    </>
  );
}
