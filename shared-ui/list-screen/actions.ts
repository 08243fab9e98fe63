/** Actions of a screen beside the regular ones: actions of a row, of the selected rows and of the list itself. */
import type { BulkResponse } from 'contract/bulk';
import type { RecordSchema, Infer } from 'contract/schema';
import type { ComponentType, ReactNode } from 'react';
import type { Operation } from 'shared-auth';
import type { Steps } from '../record-details';
import type { FormFields } from '../record-form';
import type { NamesOf } from '../undo/undo';
import type { Mutation } from './list-calls';
import type { ListRow } from './list-definition';

/** Input of an action before it runs. */
export interface ActionForm<Schema extends RecordSchema> {
  readonly title: string;
  readonly schema: Schema;
  readonly fields: FormFields<Schema>;
  /** Stands above the fields. */
  readonly note?: ReactNode;
  /** Stands below the fields: what running it with these values would do. Null while they break a rule. */
  readonly preview?: (values: Infer<Schema> | null) => ReactNode;
  /** The word on the button that runs it. */
  readonly submitLabel: string;
}

/** There, or on its way. */
type Loaded<T> = T | Promise<T>;

/** The values that were filled in. */
export type Entered = Readonly<Record<string, unknown>>;

interface AskingRowAction<Row, Schema extends RecordSchema, Values> {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Begins with the row's values. */
  readonly form: ActionForm<Schema>;
  /**
   * Does it and says how it went; what it rejects with is shown in the form, which then stays open.
   *
   * @param ifMatch the row's `updated_at`, to be sent as `If-Match`
   */
  readonly run: (row: Row, values: Values, ifMatch: string | undefined) => Promise<unknown>;
}

/** Props of a row's dialog of the screen's own. */
export interface RowDialogProps<Row> {
  readonly row: Row;
  /** The dialog is gone: take it out of the tree. */
  readonly onClose: () => void;
}

/** Imports such a dialog; called when its entry is pointed at, and when it is chosen. */
export type LoadRowDialog<Row> = () => Promise<{ readonly default: (props: RowDialogProps<Row>) => ReactNode }>;

/** Something of the screen's own that a row's menu offers, between Edit and Delete. */
export type RowAction<Row> =
  | { readonly label: string; readonly icon?: ReactNode; readonly onSelect: (row: Row) => void }
  /** A link to another screen, whose `BackLink` leads back to the list as it was left. */
  | { readonly label: string; readonly icon?: ReactNode; readonly to: (row: Row) => string }
  /** A dialog of the screen's own about the record, over its details where those are open; in its form too where that is said. */
  | {
      readonly label: string;
      readonly icon?: ReactNode;
      readonly opens: LoadRowDialog<Row>;
      readonly inForm?: true;
    }
  | AskingRowAction<Row, RecordSchema, Entered>;

/** Props of a screen's own view of a row. */
export interface RowViewProps<Row> {
  readonly row: Row;
  /** The way to the page's other rows: for `DetailSteps`. */
  readonly steps: Steps;
  /** The dialog is gone: take it out of the tree. */
  readonly onClose: () => void;
}

/** A screen's own view of a row, in place of 'View Details'. */
export interface RowView<Row> {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Imports it; called when its entry is pointed at, and when it is opened. */
  readonly load: () => Promise<{ readonly default: ComponentType<RowViewProps<Row>> }>;
}

/** A row's action that asks for what it needs; its fields and values are checked against the schema. */
export const rowForm = <Row extends ListRow, const Schema extends RecordSchema>(
  action: AskingRowAction<Row, Schema, Infer<Schema>>,
): RowAction<Row> => action as unknown as RowAction<Row>;

interface BulkActionBasics {
  readonly label: string;
  /** Asks first: 'Are you sure you want to <confirm> N item(s)?' */
  readonly confirm?: string;
  readonly danger?: boolean;
}

/** How a bulk action's rows are sent. */
export interface PartsOf<Row> {
  /** Sends one part. */
  readonly send: (part: readonly Row[]) => Promise<BulkResponse>;
  /** Rows with different values are never in one part; absent: those of different companies. */
  readonly by?: (row: Row) => unknown;
  /** How many rows a part has at most; of single ones a few are sent at once. Absent: 500. */
  readonly size?: 1;
  /** Says from the start what is being done, such as 'Adding tags to 3 ads...'; absent: only more than a page's rows are counted. */
  readonly doing?: string;
  /** Where all parts failed it returns their reasons instead of throwing the first. */
  readonly resolves?: true;
}

/** The call that a bulk action sends its rows with. */
export interface BulkRun {
  /** All that it sends, for Undo. */
  readonly operation: Operation;
  /** Name of its rows. */
  readonly namesOf: NamesOf;
  /** Sends a change as a part of the operation. */
  change<Argument, Response>(mutation: Mutation<Argument, Response>, argument: Argument): Promise<Response>;
  /**
   * Sends the rows in parts, one after the other. The person sees how far it is and can stop between two parts.
   *
   * @returns what the parts returned, as one; a part that failed counts as the failure of its rows
   * @throws what the first part failed with, when all of them did, unless `resolves`
   */
  inParts<Row extends ListRow>(rows: readonly Row[], how: PartsOf<Row>): Promise<BulkResponse>;
}

/**
 * Action on the selected rows. Of all that match on any page, a row has no more than GET /{resource}/ids returns: its
 * id, its company, and what its bulk calls name it by.
 */
export interface BulkAction<Row extends ListRow> extends BulkActionBasics {
  /** Asks for what it needs first; where it depends on the rows or is loaded for it, a function of them. */
  readonly form?: ActionForm<RecordSchema> | ((rows: readonly Row[]) => Loaded<ActionForm<RecordSchema>>);
  /**
   * Does it and says how it went in a toast of its own. What a bulk response counts as failed is listed with its reasons
   * and can be tried again. A rejection counts as the failure of every row; with a form it is shown there, and the form
   * stays open.
   */
  readonly run: (rows: readonly Row[], entered: Entered, bulk: BulkRun) => Promise<BulkResponse | void>;
}

/** The bulk action that deletes the selected rows once the person has confirmed it. */
export const deleteSelected = <Row extends ListRow>(
  run: (rows: readonly Row[], bulk: BulkRun) => Promise<BulkResponse | void>,
): BulkAction<Row> => ({
  label: 'Delete Selected',
  confirm: 'delete',
  danger: true,
  run: (rows, _entered, bulk) => run(rows, bulk),
});

interface AskingBulkAction<Row, Schema extends RecordSchema> extends Omit<BulkActionBasics, 'confirm'> {
  readonly form: ActionForm<Schema> | ((rows: readonly Row[]) => Loaded<ActionForm<Schema>>);
  readonly run: (rows: readonly Row[], values: Infer<Schema>, bulk: BulkRun) => Promise<BulkResponse | void>;
}

/** A bulk action that asks for what it needs; its fields and values are checked against the schema. */
export const bulkForm = <Row extends ListRow, const Schema extends RecordSchema>(
  action: AskingBulkAction<Row, Schema>,
): BulkAction<Row> => action as unknown as BulkAction<Row>;

/** The two bulk actions that the engine knows, by their labels. */
export type KnownBulkAction = 'Export Selected' | 'Clear Selection';

/** A link beside 'Add New' to a screen about all that the list's filters match, which are in its address too. */
export interface ListLink {
  readonly label: string;
  readonly to: string;
}

/** Props of a dialog of the screen's own. */
export interface ListDialogProps {
  readonly companyId: number;
  /** The dialog is gone: take it out of the tree. */
  readonly onClose: () => void;
}

/** Props of a line of the screen's own. */
export interface ListNoteProps {
  readonly companyId: number;
}

/** Imports a line of the screen's own about the list's company, such as how new its rows are; called when they are there and the page is idle. */
export type LoadListNote = () => Promise<{ readonly default: ComponentType<ListNoteProps> }>;

/** Props of a part of the screen's own beside the rows. */
export interface ListRowsProps<Row> {
  readonly rows: readonly Row[];
}

/** Imports a part of the screen that renders into the rows what came with none of them; called as the line's is. */
export type LoadListRows<Row> = () => Promise<{ readonly default: ComponentType<ListRowsProps<Row>> }>;

/** A dialog of the screen's own, about the list's company, that a button beside 'Add New' opens. */
export interface ListDialog {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Imports it; called when the button is pointed at, and when it is pressed. */
  readonly load: () => Promise<{ readonly default: ComponentType<ListDialogProps> }>;
}
