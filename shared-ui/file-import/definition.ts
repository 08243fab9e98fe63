import type { Operation } from 'shared-auth';
import type { useCall } from '../list-screen/list-calls';

/** A role that a column can have. */
export interface ImportRole {
  readonly title: string;
  /** Without a column of it no line says enough. */
  readonly needed?: boolean;
  readonly format?: 'amount' | 'day';
}

/** The cells of a line by their roles. */
export interface Cells<Role extends string> {
  /** As it stands in the file; '' without one. */
  text(role: Role): string;
  /** In the table's way of writing amounts; null for none, and for a text that is no amount. */
  amount(role: Role): number | null;
  /** As `2026-11-26`, in the table's order of day and month; null for none, and for a text that is no date. */
  day(role: Role): string | null;
}

/** A line as a record that can be sent, or what is wrong in it. */
export type ReadLine<Item> = { readonly item: Item } | { readonly msg: string };

/** Lines that are sent together. */
export interface ImportPart<Item> {
  readonly companyId: number;
  /** The name of the file. */
  readonly file: string;
  readonly items: readonly Item[];
}

/** A message of the service on one item, by its place in the part. */
export interface ItemError {
  readonly index: number;
  readonly msg: string;
}

/** A column of the table of lines. */
interface ImportColumn<Item> {
  readonly title: string;
  valueOf(item: Item): string | null;
}

type Call = ReturnType<typeof useCall>;

/** Records of a company that a file or a spreadsheet's clipboard brings (DECISIONS §16). */
export interface FileImport<Role extends string, Item, Effect> {
  /** The name of what is imported: 'Costs'. */
  readonly kind: string;
  /** One line and several, lower case. */
  readonly noun: { readonly one: string; readonly many: string };
  /** A sentence: which file is read. */
  readonly about: string;
  /** Titles as they may be pasted. */
  readonly example: string;
  /** The roles that a column can have, in the order of the offer. */
  readonly roles: Readonly<Record<Role, ImportRole>>;
  /** Titles that mean a role; the first that holds. */
  readonly titled: readonly (readonly [Role, RegExp])[];
  /** Values that mean one, where no title did; in this order. */
  readonly looksLike: readonly (readonly [Role, (value: string) => boolean])[];
  /** A value of all lines that have none of their own. */
  readonly choice?: { readonly label: string; readonly options: Readonly<Record<string, string>> };
  /** The name of a line in the table. */
  nameOf(cells: Cells<Role>): string;
  /** @param choice the value of `choice`; null: none was chosen */
  read(cells: Cells<Role>, choice: string | null, line: number): ReadLine<Item>;
  /** The record that an item is about; all of one are judged in one call, in the order of the lines. */
  keyOf(item: Item): string;
  /** How many items of one record a call takes. */
  readonly mostOfOne: number;
  /** The columns of the table between the name and the effect. */
  readonly columns: readonly ImportColumn<Item>[];
  /** Says what saving would do, and writes nothing; effects by the place of their item. */
  forecast(
    call: Call,
    part: ImportPart<Item>,
  ): Promise<{ readonly effects: ReadonlyMap<number, Effect>; readonly errors: readonly ItemError[] }>;
  /** The effect in words. */
  effectOf(item: Item, effect: Effect): string;
  save(call: Call, part: ImportPart<Item>, operation: Operation): Promise<readonly ItemError[]>;
  /** Whether the operation can be taken back. */
  readonly isUndone: boolean;
  /** A file of what is there, to begin with. */
  readonly existing?: { readonly about: string; readonly label: string; save(companyId: number): Promise<unknown> };
}

/** Props of the dialog, as a dialog of a list has them. */
export interface ImportDialogProps {
  readonly companyId: number;
  readonly onClose: () => void;
}

/** An import of any kind. */
export type AnyImport = FileImport<string, unknown, unknown>;
