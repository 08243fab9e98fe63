import { Alert } from '../alert';
import { Button } from '../button';
import { formatDateTime, truncate } from '../format';
import type { FormValues } from '../custom-field';
import type { AnyField } from './form-field';
import { labelOf, type Form } from './form-values';
import type { Staleness } from './save-failure';

interface StaleRecordProps {
  form: Form;
  staleness: Staleness;
  theirs: FormValues;
  yours: FormValues;
  onTakeTheirs(): void;
  onSaveMine(): void;
}

const shown = (field: AnyField, value: unknown): string => {
  if (field.type === 'checkbox') return value ? 'Yes' : 'No';
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
  return truncate(text, 100) || '-';
};

/** After a 412: who saved meanwhile and what would be lost, field by field, with the input kept (DECISIONS §1). */
export function StaleRecord({ form, staleness, theirs, yours, onTakeTheirs, onSaveMine }: StaleRecordProps) {
  const differing = form.fields.filter(
    ({ key, type, excludeFromSubmit }) =>
      type !== 'secret' && !excludeFromSubmit && JSON.stringify(theirs[key]) !== JSON.stringify(yours[key]),
  );
  return (
    <Alert type="error" title="This record was changed in the meantime">
      <p>
        {staleness.by ?? 'Somebody else'} saved it{staleness.at && ` on ${formatDateTime(staleness.at)}`}. Your input is
        kept and nothing of it has been saved.
      </p>
      {differing.length === 0 ? (
        <p>No field of this form differs.</p>
      ) : (
        <table className="form-stale__fields">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((field) => (
              <tr key={field.key}>
                <th scope="row">{labelOf(form, field)}</th>
                <td>{shown(field, theirs[field.key])}</td>
                <td>{shown(field, yours[field.key])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="form-stale__actions">
        <Button onClick={onTakeTheirs}>Take theirs</Button>
        <Button onClick={onSaveMine}>Save mine anyway</Button>
      </div>
    </Alert>
  );
}
