import { useEffect, useId, useRef } from 'react';
import { FieldError, FieldHelp, Label } from '../field';
import { grouped } from '../grouped';
import { FormControl } from './form-control';
import type { FormValues } from '../custom-field';
import type { AnyField } from './form-field';
import { isReadOnly, isRequired, labelOf, type Form, type FormErrors } from './form-values';

interface FormSectionsProps {
  form: Form;
  /** The record behind the values. */
  record: Readonly<Record<string, unknown>>;
  values: FormValues;
  errors: FormErrors;
  saving: boolean;
  onChange(key: string, value: unknown): void;
}

/** Where a form begins: the first control that can be changed. */
export const FIRST_CONTROL = 'input:not([readonly]), textarea:not([readonly]), select:not([disabled])';

const isWide = (field: AnyField) => (field.type === 'custom' ? !field.half : ['textarea', 'json'].includes(field.type));

const placeOf = ({ place }: AnyField) => place && `form-field-${place}`;

/** The fields under the headings of their sections, in the order of the definition. */
export function FormSections({ form, record, values, errors, saving, onChange }: FormSectionsProps) {
  const root = useRef<HTMLDivElement>(null);
  const idPrefix = useId();
  const sections = grouped(form.fields, ({ section }) => section);
  useEffect(() => {
    root.current?.querySelector<HTMLElement>(FIRST_CONTROL)?.focus();
  }, []);

  const fieldElement = (field: AnyField) => {
    const id = `${idPrefix}-${field.key}`;
    const error = errors[field.key];
    // The error may be the very sentence that helps.
    const help = field.help === error ? undefined : field.help;
    const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
    const required = isRequired(form, field);
    const readOnly = isReadOnly(form, field);
    const label = (
      // A field that cannot be filled in is not required.
      <Label id={`${id}-label`} htmlFor={id} required={required && !readOnly && !field.fixed}>
        {labelOf(form, field)}
      </Label>
    );
    const control = (
      <FormControl
        field={field}
        schema={form.schema.properties[field.key] ?? {}}
        id={id}
        label={labelOf(form, field)}
        values={values}
        required={required && !field.fixed}
        readOnly={readOnly}
        invalid={error !== undefined}
        describedBy={described || undefined}
        record={record}
        onChange={(value) => onChange(field.key, value)}
      />
    );
    return (
      <div
        key={field.key}
        className={['form-field', `form-field-${field.type}`, isWide(field) && 'form-field-wide', placeOf(field)]
          .filter(Boolean)
          .join(' ')}
      >
        {field.type !== 'checkbox' && label}
        {control}
        {field.type === 'checkbox' && label}
        {help && <FieldHelp id={`${id}-help`}>{help}</FieldHelp>}
        {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    );
  };

  return (
    <div ref={root} className="form-sections">
      {[...sections].map(([section, fields]) => (
        <fieldset key={section} className="form-section" disabled={saving}>
          {section && <legend>{section}</legend>}
          {fields.some(({ place }) => place === 'beside') ? (
            <>
              <div className="form-column">{fields.filter(({ place }) => place !== 'beside').map(fieldElement)}</div>
              <div className="form-column">{fields.filter(({ place }) => place === 'beside').map(fieldElement)}</div>
            </>
          ) : (
            fields.map(fieldElement)
          )}
        </fieldset>
      ))}
    </div>
  );
}
