import { cogsPatch, END_BEFORE_START, type CogsRecord } from 'api/contract/company/product-variant-cogs';
import { object, type Infer } from 'api/contract/schema';
import { Alert, formatNumber, useTell, useToast } from 'shared-ui';
import { useCall } from 'shared-ui/list-screen';
import { RecordFormModal, type FormFields, type FormValues } from 'shared-ui/record-form';
import { CogsForecast } from './cogs-forecast';
import { cogsCalls, type PlannedSave } from './product-variant-cogs.api';

const cogsForm = object(cogsPatch.properties, ['cogs_amount']);

interface CogsFormProps {
  variantId: number;
  /** Absent: a new one. */
  record?: CogsRecord;
  today: string;
  onClose(): void;
}

const isSame = (values: FormValues, record: CogsRecord | undefined) =>
  values.effective_start_date === record?.effective_start_date &&
  values.effective_end_date === record?.effective_end_date;

/** An adjustment may have left a single day, whose amount can still be edited (DECISIONS §5). */
const fieldsFor = (record: CogsRecord | undefined): FormFields<typeof cogsForm, CogsRecord> => ({
  '': ['cogs_amount'],
  Period: [
    { key: 'effective_start_date', help: 'Empty: since the beginning of time.' },
    {
      key: 'effective_end_date',
      help: 'Empty: ongoing.',
      validate(end, values) {
        const start = values.effective_start_date;
        const reversed = typeof start === 'string' && typeof end === 'string' && end <= start;
        return reversed && !isSame(values, record) ? END_BEFORE_START : null;
      },
    },
  ],
});

/** The add/edit modal of a period (specification 1 §2, §5): it says what the save would do, and asks before it removes. */
export function CogsForm({ variantId, record, today, onClose }: CogsFormProps) {
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
    const { records_removed = 0 } = await call
      .ask(cogsCalls.forecast, planned(values))
      .catch(() => ({ records_removed: 0 }));
    if (records_removed === 0) return null;
    return `This save removes ${formatNumber(records_removed)} period(s) that lie wholly inside this one. Are you sure?`;
  };

  const save = async (values: Infer<typeof cogsForm>, ifMatch: string | undefined) => {
    const sent = record
      ? call.change(cogsCalls.update, { id: record.id, body: values, ifMatch })
      : call.change(cogsCalls.create, { product_variant_id: variantId, ...values });
    const { records_updated, records_ended } = await tell.failureOf(sent, 'Failed to save COGS record');
    tell.success(`COGS record ${record ? 'updated' : 'created'} successfully`);
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
      fields={fieldsFor(record)}
      initial={record}
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
