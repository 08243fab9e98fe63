import type { RecordSchema } from 'api/contract/schema';
import type { ComponentType } from 'react';

/** What the controls hold, by field: text for what is typed, booleans for checkboxes, anything for custom ones. */
export type FormValues = Readonly<Record<string, unknown>>;

/** One choice of a select; `value` is what the contract's enum has. */
export interface FieldOption {
  value: string;
  label: string;
}

/** Choices under a heading. */
export interface FieldOptionGroup {
  label: string;
  options: readonly FieldOption[];
}

interface FieldBasics {
  /** The heading under which it stands; fields of one section stand together, in the order of the first of each. */
  section?: string;
  /** A sentence under the control. */
  help?: string;
  /** Shown and not changeable when a record is edited: then it is neither checked nor sent. */
  readOnlyInEdit?: boolean;
  /** Not there at all when a record is edited. */
  onlyInCreate?: boolean;
  /** The screen's own rule, asked after the contract's: the sentence to show, or null. */
  validate?(value: unknown, values: FormValues): string | null;
}

/** What the parts of a key come from: a property of what is written, or, never sent, of the record that is shown. */
type Placed<Written extends string, Shown extends string> =
  | { key: Written; excludeFromSubmit?: false; label?: never }
  | {
      key: Written | Shown;
      /** Neither checked nor sent. */
      excludeFromSubmit: true;
      /** Where the key is no property of the schema, which has the label otherwise. */
      label?: string;
    };

/** One line of text. */
export interface TextField extends FieldBasics {
  type: 'text';
  placeholder?: string;
  /** White space around it is dropped before it is checked and sent. */
  trims?: boolean;
}

/** Text of several lines. */
export interface TextareaField extends FieldBasics {
  type: 'textarea';
  placeholder?: string;
  /** White space around it is dropped before it is checked and sent. */
  trims?: boolean;
  /** Lines shown; absent: 10. */
  rows?: number;
}

/** One of a few; without `options` the contract's enum. */
export interface SelectField extends FieldBasics {
  type: 'select';
  options?: readonly (FieldOption | FieldOptionGroup)[];
  /** The choice of nothing. */
  placeholder?: string;
}

/** Yes or no. */
export interface CheckboxField extends FieldBasics {
  type: 'checkbox';
}

/** A number; empty becomes null. */
export interface NumberField extends FieldBasics {
  type: 'number';
  placeholder?: string;
  /** What one press of an arrow key adds. The decimals that are allowed are the contract's. */
  step?: number;
}

/** A JSON value, typed as text and sent as the value; empty becomes null. */
export interface JsonField extends FieldBasics {
  type: 'json';
  placeholder?: string;
  /** Lines shown; absent: 10. */
  rows?: number;
}

/** A key that is written and never read (DECISIONS §2): sent only if the person touched it, null when cleared. */
export interface SecretField<Flag extends string> extends FieldBasics {
  type: 'secret';
  /** The record's flag that says whether one is stored. */
  stored: Flag;
}

/** What a field's own component is given. */
export interface CustomFieldProps {
  /** To be put on the control: what its label, its help and its error are tied to. */
  control: {
    id: string;
    disabled: boolean;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
    'aria-required': true | undefined;
  };
  value: unknown;
  onChange(value: unknown): void;
  values: FormValues;
  /** The record as it was read; of a new one, what it begins with. */
  record: Readonly<Record<string, unknown>>;
}

/** A control of the screen's own. */
export interface CustomField extends FieldBasics {
  type: 'custom';
  /** Stands beside another field where there is room; absent: it has the row to itself. */
  half?: boolean;
  component: ComponentType<CustomFieldProps>;
}

/**
 * One field of a form (specification 1 §3). Its key is a property of the schema that is written, so a misspelt one does
 * not compile; its label, limits and sentences are the contract's.
 */
export type FormField<Schema extends RecordSchema, Item extends object = object> = Placed<
  keyof Schema['properties'] & string,
  keyof Item & string
> &
  (
    | TextField
    | TextareaField
    | SelectField
    | CheckboxField
    | NumberField
    | JsonField
    | SecretField<keyof Item & string>
    | CustomField
  );

/** A field of any form, as the form's own parts read it. */
export type AnyField = FormField<RecordSchema, Record<string, unknown>>;
