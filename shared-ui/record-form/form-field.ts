import type { Kind, RecordSchema } from 'contract/schema';
import type { ComponentType } from 'react';
import { CompanyField } from '../companies';
import type { CustomFieldProps, FormValues } from '../custom-field';
import { bySection, type InSections } from '../sections';

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

/** The controls of a form. */
export type ControlType =
  'text' | 'textarea' | 'select' | 'checkbox' | 'number' | 'date' | 'json' | 'secret' | 'custom';

/** Options of a field beyond the contract. */
interface FieldOptions<Flag extends string> {
  /** Absent: that of the property's kind, or 'custom' where there is a `component`. */
  type?: ControlType;
  /** A message under the control. */
  help?: string;
  /** In an empty control; of a select, the choice of nothing. Absent: by kind. */
  placeholder?: string;
  /** Lines shown of a text of several lines; absent: 10. */
  rows?: number;
  /** Step of an arrow key in a number; absent: the least that the contract allows, else 1. */
  step?: number;
  /** Of a date: days that one press of a button below it enters, `YYYY-MM-DD`. */
  dates?: readonly { label: string; date: string }[];
  /** The choices of a select; absent: the contract's. */
  options?: readonly (FieldOption | FieldOptionGroup)[];
  /** Of a secret: the record's flag that says whether one is stored. */
  stored?: Flag;
  /** A control of the screen's own. */
  component?: ComponentType<CustomFieldProps>;
  /** A control of the screen's own that stands beside another field where there is room. */
  half?: boolean;
  /**
   * In a large form: takes the height that the others leave, or stands in a column beside them where there is room.
   * 'wide': has a row to itself.
   */
  place?: 'fill' | 'beside' | 'wide';
  /** Its control cannot be changed, and is sent all the same: it asks for nothing. */
  fixed?: boolean;
  /** Shown and not changeable when a record is edited: neither checked nor sent. Absent: what is written once. */
  readOnlyInEdit?: boolean;
  /** Not there at all when a record is edited. */
  onlyInCreate?: boolean;
  /** The screen's own rule, asked after the contract's: the message to show, or null. */
  validate?(value: unknown, values: FormValues): string | null;
}

/** Target of a key: a property of what is written, or, never sent, one of the record that is shown. */
type Placed<Written extends string, Shown extends string> =
  | { key: Written; excludeFromSubmit?: false; label?: never }
  | {
      key: Written | Shown;
      /** Neither checked nor sent. */
      excludeFromSubmit: true;
      /** Where the key is no property of the schema, which has the label otherwise. */
      label?: string;
    };

/**
 * One field of a form (specification 1 §3): the key alone, or with what the contract does not say. A key is a property
 * of the schema that is written, so a misspelt one does not compile; its label, limits, messages and, by its kind, its
 * control are the contract's.
 */
export type FormField<Schema extends RecordSchema, Item extends object = object> =
  | (keyof Schema['properties'] & string)
  | (Placed<keyof Schema['properties'] & string, keyof Item & string> & FieldOptions<keyof Item & string>);

/** The fields of a form, in sections or without. */
export type FormFields<Schema extends RecordSchema, Item extends object = object> = InSections<FormField<Schema, Item>>;

/** A field of any form, as the form's own parts read it. */
export interface AnyField extends FieldOptions<string> {
  key: string;
  type: ControlType;
  /** The heading under which it stands; absent or empty: none. */
  section?: string;
  label?: string;
  excludeFromSubmit?: boolean;
}

const BY_KIND: Readonly<Partial<Record<Kind, Pick<AnyField, 'type' | 'placeholder' | 'component'>>>> = {
  longText: { type: 'textarea' },
  url: { type: 'text', placeholder: 'https://' },
  choice: { type: 'select' },
  flag: { type: 'checkbox' },
  number: { type: 'number' },
  money: { type: 'number' },
  rate: { type: 'number' },
  date: { type: 'date' },
  company: { type: 'custom', component: CompanyField },
  secret: { type: 'secret' },
};

/** The fields of a form with what they leave to the contract. */
export const fieldsOf = (schema: RecordSchema, fields: FormFields<RecordSchema>): readonly AnyField[] =>
  bySection<{ key: string } & FieldOptions<string>>(fields).flatMap(([section, own]) =>
    own.map((field): AnyField => {
      const { kind = 'text', written } = schema.properties[field.key] ?? {};
      const byKind = field.component ? { type: 'custom' as const } : (BY_KIND[kind] ?? { type: 'text' as const });
      return { ...byKind, readOnlyInEdit: written === 'once', section, ...field };
    }),
  );
