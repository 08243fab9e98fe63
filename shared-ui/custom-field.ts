/** What the controls of a form hold, by field: text for what is typed, booleans for checkboxes, anything for custom ones. */
export type FormValues = Readonly<Record<string, unknown>>;

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
