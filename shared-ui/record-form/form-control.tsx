import type { KeyboardEvent } from 'react';
import type { PropertySchema } from 'contract/schema';
import { choicesOf, type Choice } from '../by-kind';
import type { FormValues } from '../custom-field';
import { Input, Select, Textarea } from '../field';
import { DateControl } from './date-control';
import type { AnyField, FieldOption } from './form-field';
import { SecretControl } from './secret-control';

/** Lines shown of a text of several lines. */
const LINES = 10;

interface FormControlProps {
  field: AnyField;
  schema: PropertySchema;
  id: string;
  label: string;
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
  const { field, schema, id, label, values, required, readOnly, invalid, describedBy, record, onChange } = props;
  const value = values[field.key];
  const tied = {
    id,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
    'aria-required': required || undefined,
  };
  const shared = { ...tied, name: field.key };
  const typed = {
    ...shared,
    value: String(value ?? ''),
    placeholder: field.placeholder,
    readOnly,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  switch (field.type) {
    case 'text':
      return <Input {...typed} autoComplete="off" />;
    case 'textarea':
      return <Textarea {...typed} rows={field.rows ?? LINES} spellCheck />;
    case 'json':
      return <Textarea {...typed} className="form-json" rows={field.rows ?? LINES} spellCheck={false} />;
    case 'number':
      return (
        // Not type="number": the browser would hide what is no number, and change it by the mouse wheel.
        <Input
          {...typed}
          inputMode="decimal"
          autoComplete="off"
          onKeyDown={(event) => {
            const step = field.step ?? schema.multipleOf ?? 1;
            const next = readOnly ? null : stepped(event, typed.value, step, schema);
            if (next !== null) onChange(next);
          }}
        />
      );
    case 'date':
      return (
        <DateControl
          {...shared}
          dates={field.dates}
          schema={schema}
          value={value}
          readOnly={readOnly}
          onChange={onChange}
        />
      );
    case 'select':
      return (
        <Select {...shared} value={typed.value} disabled={readOnly} onChange={typed.onChange}>
          <option value="">{field.placeholder ?? `Select ${withArticle(label.toLowerCase())}`}</option>
          {(field.options ?? choicesOf(schema)).map((entry) =>
            'options' in entry ? (
              <optgroup key={entry.label} label={entry.label}>
                {entry.options.map(optionElement)}
              </optgroup>
            ) : (
              optionElement(entry)
            ),
          )}
        </Select>
      );
    case 'checkbox':
      return (
        <input
          {...shared}
          type="checkbox"
          checked={Boolean(value)}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case 'secret':
      return (
        <SecretControl
          {...shared}
          stored={Boolean(record[field.stored ?? ''])}
          value={value as string | null | undefined}
          onChange={onChange}
        />
      );
    case 'custom': {
      const Control = field.component;
      return (
        Control && (
          <Control
            control={{ ...tied, disabled: readOnly }}
            value={value}
            values={values}
            record={record}
            onChange={onChange}
          />
        )
      );
    }
  }
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

const optionElement = ({ value, label }: Choice | FieldOption) => (
  <option key={String(value)} value={String(value)}>
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
