/**
 * Declaration of a list screen: which columns, filters, fields and lines of details it has, in which order, and what it
 * says in words of its own. How each is rendered follows from the contract's kinds, titles, labels and limits; where a
 * noun is irregular a hand-written cell stands beside the key. Every key is checked against the contract, so a misspelt one
 * does not compile.
 */
import type { SortOf } from 'contract/noun';
import type { NounKind } from 'contract/nouns';
import type { PropertySchema, RecordSchema, Infer } from 'contract/schema';
import type { ResourceType } from 'contract/tags';
import { serverMessage } from 'shared-auth';
import type { ReactNode } from 'react';
import type { BadgeTone } from '../badge';
import type { Choice, Tones } from '../by-kind';
import type { DetailFields } from '../record-details';
import type { FormFields } from '../record-form';

/** Properties of every listed record. */
export interface ListRow {
  readonly id: number;
}

type Paging = 'page' | 'page_size' | 'sort_by' | 'sort';

/** Sorts of a list's query, ascending or, with a minus in front, descending. */
export type SortKey<Query> = Query extends { sort_by?: infer Sort } ? Extract<Sort, string> : never;

/** A column by the property that it shows. */
export interface Column<Row, Query> {
  readonly key: keyof Row & string;
  /** Absent: the contract's. */
  readonly title?: string;
  /** The service's sort for this column; absent: the property, where the query knows it. */
  readonly sort?: Exclude<SortKey<Query>, `-${string}`>;
  /** Draws the value; a plain function that returns elements, called for every row. Absent: by the property's kind. */
  readonly cell?: (row: Row) => ReactNode;
  /** Takes most of the room that the others leave, and is cut where they leave little, so that the table fits its page. */
  readonly flexible?: true;
  /** The least width of the column in px, its padding included; one of words stays so wide. Absent: by the property's kind. */
  readonly width?: number;
  /** So many px more it has before the others have more than their least. Absent: none. */
  readonly first?: number;
  /** How many lines its cells may have; each row of a list is as high as its highest column asks for. Absent: one. */
  readonly lines?: 2 | 3;
  /** Small and in the quiet colour, on as many lines as it takes. */
  readonly quiet?: true;
  /** A class of its cells, for the styles of the screen. */
  readonly className?: string;
  /** Marks the column that a row is known by: in view while the others scroll sideways, and the title of its card. Absent: the first column. */
  readonly name?: true;
  /** One of the facts that a row's card on a phone shows while it is folded. Absent in all: the first two. */
  readonly fact?: true;
  /** Is there only while the list is of all companies. */
  readonly acrossCompanies?: true;
  /** Where there is no room for all columns, it is there only where a person chose it: the others need not scroll sideways. A card has it. */
  readonly wide?: true;
  /** Optional: is there only where a person chose it, or while the list is filtered by one of these. */
  readonly besideFilters?: readonly (keyof Query & string)[];
}

/** The tones of the properties that are rendered as badges, in cells and in details: one, or one for each value. */
type Badges<Row> = {
  readonly [Key in keyof Row]?: BadgeTone | { readonly [Value in `${Extract<Row[Key], string | boolean>}`]: BadgeTone };
};

/** A column of an export: the property, with another title than the contract's, or a value of its own. */
export type ExportColumn<Row> =
  | (keyof Row & string)
  | { readonly key: keyof Row & string; readonly title: string }
  | { readonly title: string; readonly value: (row: Row) => string | number | null };

/** Messages of a list's own. */
export interface ListMessages<Row> {
  /** Below 'No Records Found'; absent: 'No data found'. */
  readonly empty?: string;
  /** Absent: 'Failed to load' and the noun. */
  readonly loadFailed?: string;
  /** In its place, by the status of the error. */
  readonly loadFailedBy?: Readonly<Record<number, string>>;
  /** The server's own message stands in place of both, where there is one (specification 1 §8 Facebook Ads, 2 §8.2). */
  readonly serverFirst?: true;
  /** Of a list that `rereads`; absent: 'Failed to load', the noun and 'details'. */
  readonly detailsFailed?: string;
  /** Absent: 'Failed to delete'. */
  readonly deleteFailed?: string;
  /** Absent: 'Failed to export' and the noun. */
  readonly exportFailed?: string;
  /** Of a list that `demandsCompany`: stands in place of the rows until one is chosen. */
  readonly companyFirst?: string;
  /** Effect of deleting beyond the records, said before one or several of them are deleted. */
  readonly deleteWarning?: string | ((rows: readonly Row[]) => string);
  /** In its place where all that match are deleted, of which no more than the ids is known. */
  readonly deleteAllWarning?: string;
}

/** A whole list, as `defineList` checks it. */
export interface ListDefinition<
  Response extends RecordSchema,
  Query extends RecordSchema,
  Written extends RecordSchema,
  Row = Infer<Response>,
> {
  readonly title: string;
  /**
   * `one` begins messages ('Company created successfully'), `many` ends them ('Exported 3 companies') and names the
   * file of an export, unless `file` does.
   */
  readonly noun: { readonly one: string; readonly many: string; readonly file?: string };
  /**
   * The noun of the contract: a record as it is listed, the body of creating one, the list's query and how it is sorted
   * unless the query says. Records of a `kind` of contract/nouns.ts have a history in their details.
   */
  readonly contract: {
    readonly kind?: NounKind;
    readonly response: Response;
    readonly create: Written;
    readonly query: Query;
    readonly defaultSort: SortOf<NoInfer<Query>>;
  };
  readonly columns: readonly ((keyof Row & string) | Column<Row, Infer<Query>>)[];
  /**
   * By their names in the query: free text or a number (applied after 500 ms, or at once with Enter), one of a few, tags,
   * or a company, which is remembered for all screens.
   */
  readonly filters: readonly Exclude<keyof Infer<Query> & string, Paging>[];
  /** Those of them that stand in the first row, the others being behind 'More filters'; absent: all. */
  readonly mainFilters?: readonly Exclude<keyof Infer<Query> & string, Paging>[];
  /** The add/edit modal; absent: the list has none. */
  readonly fields?: FormFields<NoInfer<Written>, Row & object>;
  /** Its form is an editor, nearly as large as the window. */
  readonly editor?: boolean;
  /** The details modal, beside id, created and last updated, which stand there anyway. */
  readonly details?: DetailFields<NoInfer<Response>>;
  readonly badges?: Badges<Row>;
  /** Whose small pictures stand before the names of its rows, a company's initials; absent: none do. */
  readonly pictures?: NounKind;
  /** Whose tags its filters suggest, those of the list's company. */
  readonly tagsOf?: ResourceType;
  /** Initial values of a new record's form, beside the list's company and the contract's defaults. */
  readonly beginning?: Partial<Infer<NoInfer<Written>>>;
  /** The properties whose totals come with the rows; absent: none. */
  readonly totals?: readonly (keyof Row & string)[];
  /** The columns of an export; absent: the table's. */
  readonly exported?: readonly ExportColumn<Row>[];
  /** Name of a record where it is named: its checkbox, its menu, its deletion. */
  readonly nameOf: (row: Row) => string;
  /** The heading above the rows that follow each other with the same one, such as their day; absent: they have none. */
  readonly headingOf?: (row: Row) => string;
  /** How its details are headed; absent: by that name. */
  readonly titleOf?: (row: Row) => string;
  readonly messages: ListMessages<Row>;
  /** Whether its rows can be exported, unless this person may not. */
  readonly exports?: boolean;
  /** A record is read again for its details; else they are of the listed row. */
  readonly rereads?: boolean;
  /** A company has one record at most: a new one does not begin with a company that has its own. */
  readonly onePerCompany?: boolean;
  /** Its filter by company is its own: it does not begin with the company of the other screens, nor become theirs. */
  readonly forgetsCompany?: true;
  /** Nothing loads before a company is chosen; else a list without one is of all the companies in reach. */
  readonly demandsCompany?: boolean;
  /** The pagination bar shows only when there is more than one page, where the specification says so. */
  readonly hidesSinglePage?: boolean;
}

/** Checks a declaration against the contract; see the companies for one. */
export const defineList = <
  const Response extends RecordSchema,
  const Query extends RecordSchema,
  const Written extends RecordSchema,
>(
  definition: ListDefinition<Response, Query, Written>,
): ListDefinition<Response, Query, Written> => definition;

/** A record of any list, as the engine's own parts read it. */
export type AnyRow = ListRow & Readonly<Record<string, unknown>>;

/** A column of any list, with what it leaves to the contract. */
export interface AnyColumn extends Omit<Column<AnyRow, unknown>, 'title' | 'sort' | 'cell' | 'besideFilters'> {
  readonly title: string;
  readonly sort?: string | undefined;
  readonly besideFilters?: readonly string[];
  readonly cell: (row: AnyRow) => ReactNode;
  /** The class of its cells: how a value of its kind stands in a row, and where on a card. */
  readonly look: string;
  /** The property that it shows. */
  readonly schema: PropertySchema;
}

/** A filter of any list, by its kind. */
export interface AnyFilter {
  readonly key: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'date' | 'choice' | 'company' | 'tags' | 'tag';
  readonly options?: readonly Choice[];
  /** Whether it stands in the first row. */
  readonly isMain: boolean;
  /** Its schema in the contract. */
  readonly schema: PropertySchema;
}

type Declared = ListDefinition<RecordSchema, RecordSchema, RecordSchema, AnyRow>;

/** A definition of any list: what it leaves to the contract is filled in. */
export interface AnyList extends Omit<Declared, 'columns' | 'filters' | 'badges' | 'defaultSort'> {
  readonly columns: readonly AnyColumn[];
  readonly filters: readonly AnyFilter[];
  readonly badges: Readonly<Partial<Record<string, Tones>>>;
  readonly defaultSort: string;
}

/**
 * Effect of deleting these records beyond them, or undefined.
 *
 * @param isAllMatching whether they are all that match, of which no more than the ids is known
 */
export const deleteWarning = (
  { messages: { deleteWarning: warning, deleteAllWarning } }: AnyList,
  rows: readonly AnyRow[],
  isAllMatching = false,
): string | undefined => {
  if (typeof warning !== 'function') return warning;
  return isAllMatching ? deleteAllWarning : warning(rows);
};

/** Message for a record whose details could not be loaded. */
export const detailsFailure = ({ messages, noun }: AnyList): string =>
  messages.detailsFailed ?? `Failed to load ${noun.one.toLowerCase()} details`;

/** Message for a list that could not be loaded. */
export const loadFailure = ({ messages, noun }: AnyList, error: unknown): string => {
  const { status } = (error ?? {}) as { status?: unknown };
  const { loadFailed = `Failed to load ${noun.many}`, loadFailedBy, serverFirst } = messages;
  if (typeof status !== 'number') return loadFailed;
  const own = loadFailedBy?.[status] ?? loadFailed;
  return serverFirst ? serverMessage(error, own) : own;
};
