import type { Infer, RecordSchema } from 'contract/schema';
import type { ReactNode } from 'react';
import type { FormFields } from './form-field';
import type { FormTool } from './form-tools';
import type { FormMode } from './form-values';

/** A form of one record, or of what an action needs. */
export interface RecordFormModalProps<Schema extends RecordSchema, Item extends object> {
  title: string;
  /** Which record it writes, and whose; stands below the title. */
  about?: ReactNode;
  /** 'create' has a 'Create' button, 'edit' an 'Update' one. */
  mode: FormMode;
  /** Another word for that button, where the form is no record's. */
  submitLabel?: string | undefined;
  /** An editor of long text, nearly as large as the window; a field says where it stands in it (`place`). */
  large?: boolean | undefined;
  /** Stands above the fields. */
  note?: ReactNode;
  /** Stands below the fields: what saving these values would do. Null while they break a rule. */
  preview?(values: Infer<Schema> | null): ReactNode;
  /** Schema of the body, from the contract: labels, limits and messages are read off it. */
  schema: Schema;
  /** In the order in which they stand, under the headings of their sections. */
  fields: FormFields<Schema, Item>;
  /** In 'edit' the record as it was read; in 'create' the values that a new one begins with. Read once. */
  initial?: Partial<Item>;
  /**
   * Sends the values, without those that are read-only in 'edit'; the form closes when it resolves and shows what it
   * rejects with. In 'edit' nothing is sent where nothing was changed.
   *
   * @param ifMatch in 'edit', the `updated_at` of the record that the person has seen, to be sent as `If-Match`
   */
  onSubmit(values: Infer<Schema>, ifMatch: string | undefined): Promise<unknown>;
  /** The question to be asked before the values are sent, or null for no question. */
  question?(values: Infer<Schema>): Promise<ReactNode>;
  /** In 'edit': reads the record again, to show what somebody else saved in the meantime (a 412). */
  reread?(): Promise<Item>;
  /** In 'edit': what there is about the record beside its fields. What is saved there the form takes over (`reread`). */
  tools?: readonly FormTool<Item>[] | undefined;
  /** The form is gone, saved or not: take it out of the tree. */
  onClose(): void;
}
