import { cogsPatch, END_BEFORE_START, type CogsPatch, type CogsRecord } from 'contract/company/product-variant-cogs';
import { object, type Infer } from 'contract/schema';
import { fieldErrors, isOutcomeUnknown, Operation } from 'shared-auth';
import { Alert, formatNumber, useTell, useToast } from 'shared-ui';
import { undoOf, useCall } from 'shared-ui/list-screen';
import { RecordFormModal, ToldFailure, type FormFields, type FormValues } from 'shared-ui/record-form';
import { effectsOf, effectText } from './cogs-effects';
import { CogsForecast, savedPeriod } from './cogs-forecast';
import { cogsCalls, type PlannedSave } from './product-variant-cogs.api';

const FAILURE = 'Failed to save COGS record';

const cogsForm = object(cogsPatch.properties, ['cogs_amount']);

interface CogsFormProps {
  variantId: number;
  /** Absent: a new one. */
  record?: CogsRecord;
  /** Initial values of a new one. */
  beginning?: CogsPatch;
  /** The day that it is for the company. */
  today: string;
  onClose(): void;
}

const isSame = (values: FormValues, record: CogsRecord | undefined) =>
  values.effective_start_date === record?.effective_start_date &&
  values.effective_end_date === record?.effective_end_date;

/** The last day of a date's month. */
const endOfMonth = (date: string) => {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};

/** An adjustment may have left a single day, whose amount can still be edited (DECISIONS §5). */
const fieldsFor = (record: CogsRecord | undefined, today: string): FormFields<typeof cogsForm, CogsRecord> => ({
  '': ['cogs_amount'],
  Period: [
    {
      key: 'effective_start_date',
      help: 'Empty: since the beginning of time.',
      dates: [
        { label: 'Today', date: today },
        { label: 'First of month', date: `${today.slice(0, 8)}01` },
      ],
    },
    {
      key: 'effective_end_date',
      help: 'Empty: ongoing.',
      dates: [
        { label: 'Today', date: today },
        { label: 'End of month', date: endOfMonth(today) },
      ],
      validate(end, values) {
        const start = values.effective_start_date;
        const reversed = typeof start === 'string' && typeof end === 'string' && end <= start;
        return reversed && !isSame(values, record) ? END_BEFORE_START : null;
      },
    },
  ],
});

/** The add/edit modal of a period (specification 1 §2, §5): it says what the save would do, and asks before it removes. */
export function CogsForm({ variantId, record, beginning, today, onClose }: CogsFormProps) {
  const toast = useToast();
  const tell = useTell();
  const call = useCall();
  const planned = (values: Infer<typeof cogsForm>): PlannedSave => ({
    variantId,
    recordId: record?.id ?? null,
    values,
  });

  const question = async (values: Infer<typeof cogsForm>) => {
    // Where it cannot be asked, the save itself says why.
    const plan = planned(values);
    const forecast = await call.ask(cogsCalls.forecast, plan).catch(() => null);
    const { records_removed = 0, timeline: after = [] } = forecast ?? {};
    if (records_removed === 0) return null;
    const before = await call.ask(cogsCalls.getTimeline, variantId).catch(() => null);
    return (
      <>
        This save removes {formatNumber(records_removed)} period(s) that lie wholly inside this one. Are you sure?
        {before && <p>{effectText(effectsOf(before.items, after, savedPeriod(plan), today))}</p>}
      </>
    );
  };

  /** Announced once: by the toast, but where the form has more to say, or to ask. */
  const told = (error: unknown) => {
    if (isOutcomeUnknown(error) || (error as { status?: unknown } | null)?.status === 412) return error;
    // A message about a field is shown at the field.
    if (fieldErrors(error).length > 0) toast.show({ type: 'error', message: FAILURE });
    else tell.failure(FAILURE, error);
    return new ToldFailure(error);
  };

  const save = async (values: Infer<typeof cogsForm>, ifMatch: string | undefined) => {
    // Also a new period: what it moved of the others goes back with it, all or none.
    const operation = new Operation();
    const sent = record
      ? call.change(cogsCalls.update, { id: record.id, body: values, ifMatch }, operation)
      : call.change(cogsCalls.create, { product_variant_id: variantId, ...values }, operation);
    const { records_updated, records_ended } = await sent.catch((error: unknown) => {
      throw told(error);
    });
    tell.success(`COGS record ${record ? 'updated' : 'created'} successfully`, undefined, undoOf(operation));
    if (records_updated + records_ended > 0)
      toast.show({
        type: 'info',
        message: 'Other COGS records were adjusted',
        detail: `${formatNumber(records_updated)} updated, ${formatNumber(records_ended)} ended`,
      });
  };

  return (
    <RecordFormModal
      title={`${record ? 'Edit' : 'Add'} COGS Record`}
      mode={record ? 'edit' : 'create'}
      schema={cogsForm}
      fields={fieldsFor(record, today)}
      initial={record ?? beginning}
      note={
        <Alert type="info">
          The system adjusts the other records: overlaps are cut back and gaps are closed, so that every day has one
          cost.
        </Alert>
      }
      preview={(values) => values && <CogsForecast save={planned(values)} today={today} />}
      question={question}
      onSubmit={save}
      reread={record && (() => call.ask(cogsCalls.get, record.id))}
      onClose={onClose}
    />
  );
}
