import type { Transaction } from 'kysely';
import type { Tables } from './connection';

/** A step through a table, from its greatest id at the start down to the least. */
export interface BackgroundStep {
  /** Its own for ever, with the number of the migration that it belongs to. */
  readonly name: string;
  /** The title that people see while it runs. */
  readonly title: string;
  readonly table: 'audit_log' | 'companies';
  /** Does the rows of one batch, in the transaction that notes it as done. */
  run(db: Transaction<Tables>, ids: { readonly from: number; readonly to: number }): Promise<unknown>;
}
