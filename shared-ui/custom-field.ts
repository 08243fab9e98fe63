/** Values of the controls of a form, by field: text for what is typed, booleans for checkboxes, anything for custom ones. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Props of a field's own component. */
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
