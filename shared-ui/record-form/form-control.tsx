import type { KeyboardEvent } from 'react';
import type { PropertySchema } from 'api/contract/schema';
import type { AnyField, FieldOption, FieldOptionGroup, FormValues, SelectField } from './form-field';
import { SecretControl } from './secret-control';

interface FormControlProps {
  field: AnyField;
  schema: PropertySchema;
  id: string;
  values: FormValues;
  required: boolean;
  readOnly: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  /** The record behind the values. */
  record: Readonly<Record<string, unknown>>;
  onChange(value: unknown): void;
}

/** The control of one field: the browser's own wherever it has one, so that every device brings its best keyboard and picker. */
export function FormControl(props: FormControlProps) {
  const { field, schema, id, values, required, readOnly, invalid, describedBy, record, onChange } = props;
  const value = values[field.key];
  const tied = {
    id,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
    'aria-required': required || undefined,
  };
  const shared = { ...tied, name: field.key };
  const text = String(value ?? '');
  switch (field.type) {
    case 'text':
      return (
        <input
          {...shared}
          className="c-input"
          autoComplete="off"
          value={text}
          placeholder={field.placeholder}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'textarea':
    case 'json':
      return (
        <textarea
          {...shared}
          className={`c-input ${field.type === 'json' ? 'form-json' : ''}`}
          rows={field.rows ?? 10}
          spellCheck={field.type === 'textarea'}
          value={text}
          placeholder={field.placeholder}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'number':
      return (
        // Not type="number": the browser would hide what is no number, and change it by the mouse wheel.
        <input
          {...shared}
          className="c-input"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          placeholder={field.placeholder}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            const next = readOnly ? null : stepped(event, text, field.step ?? 1, schema);
            if (next !== null) onChange(next);
          }}
        />
      );
    case 'select':
      return (
        <select
          {...shared}
          className="c-input"
          value={text}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{field.placeholder ?? 'Select…'}</option>
          {optionsOf(field, schema).map((entry) =>
            'options' in entry ? (
              <optgroup key={entry.label} label={entry.label}>
                {entry.options.map(optionElement)}
              </optgroup>
            ) : (
              optionElement(entry)
            ),
          )}
        </select>
      );
    case 'checkbox':
      return (
        <input
          {...shared}
          type="checkbox"
          className="c-checkbox"
          checked={Boolean(value)}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case 'secret':
      return (
        <SecretControl
          {...shared}
          stored={Boolean(record[field.stored])}
          value={value as string | null | undefined}
          onChange={onChange}
        />
      );
    case 'custom': {
      const Control = field.component;
      return (
        <Control
          control={{ ...tied, disabled: readOnly }}
          value={value}
          values={values}
          record={record}
          onChange={onChange}
        />
      );
    }
  }
}

const optionsOf = (field: SelectField, schema: PropertySchema): readonly (FieldOption | FieldOptionGroup)[] =>
  field.options ??
  (schema.enum ?? [])
    .filter((value) => value !== null)
    .map((value) => ({ value: String(value), label: String(value) }));

const optionElement = ({ value, label }: FieldOption) => (
  <option key={value} value={value}>
    {label}
  </option>
);

/** The number one step up or down for an arrow key, within the contract's limits; null for every other key and for what is no number. */
function stepped(event: KeyboardEvent, text: string, step: number, schema: PropertySchema): string | null {
  const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  const now = text.trim() === '' ? (schema.minimum ?? 0) : Number(text);
  if (!direction || !Number.isFinite(now)) return null;
  event.preventDefault();
  // An empty field begins at its lowest value instead of one step above it.
  const next = text.trim() === '' ? now : now + direction * step;
  const decimals = Math.max(decimalsOf(now), decimalsOf(step));
  return String(Number(Math.min(Math.max(next, schema.minimum ?? next), schema.maximum ?? Infinity).toFixed(decimals)));
}

const decimalsOf = (value: number) => String(value).split('.')[1]?.length ?? 0;
