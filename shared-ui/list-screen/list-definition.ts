/**
 * What a list screen declares: three short arrays (columns, filters, fields) and its sentences. Every key is checked
 * against the contract's record, query and body, so a misspelt column, filter or field does not compile; titles, labels
 * and limits are the contract's.
 */
import { object, type PropertySchema, type RecordSchema, type Infer } from 'api/contract/schema';
import type { ResourceType } from 'api/contract/tags';
import type { ReactNode } from 'react';
import type { DetailField } from '../record-details';
import type { FormField } from '../record-form';

/** What every listed record has. */
export interface ListRow {
  readonly id: number;
}

type Paging = 'page' | 'page_size' | 'sort_by' | 'sort';

/** What a list's query may be sorted by, ascending or, with a minus in front, descending. */
export type SortKey<Query> = Query extends { sort_by?: infer Sort } ? Extract<Sort, string> : never;

/** A column by the property that it shows. */
export interface Column<Row, Query> {
  readonly key: keyof Row & string;
  /** Absent: the contract's. */
  readonly title?: string;
  /** What the service sorts by for this column; absent: the header is no button. */
  readonly sort?: Exclude<SortKey<Query>, `-${string}`>;
  /** Draws the value; a plain function that answers elements, called for every row. Absent: the value as text. */
  readonly cell?: (row: Row) => ReactNode;
  /** Takes the room that the others leave, and is cut where they leave little, so that the table fits its page. */
  readonly flexible?: true;
  /** Draws what the service added up over all that matches; a list with such a column has a row for them. */
  readonly total?: (value: number) => ReactNode;
}

interface TextFilter {
  readonly type: 'text';
}

interface ChoiceFilter<Value> {
  readonly type: 'choice';
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

interface CompanyFilter {
  readonly type: 'company';
}

interface NumberFilter {
  readonly type: 'number';
}

/** Another company has other tags: choosing one clears it. */
interface TagFilter {
  readonly type: 'tags' | 'tag';
  /** Whose tags are suggested, those of the list's company. */
  readonly of: ResourceType;
}

// In brackets: a choice of true and false is one choice, not two.
type FilterBy<Value> = [Value] extends [readonly unknown[]]
  ? TagFilter & { readonly type: 'tags' }
  : [Value] extends [number]
    ? NumberFilter | ChoiceFilter<Value>
    : TextFilter | ChoiceFilter<Value> | (string extends Value ? TagFilter & { readonly type: 'tag' } : never);

/**
 * A filter by the name it has in the query, which gives its label: free text or a number (applied after 500 ms, or at
 * once with Enter), one of a few choices, tags (several, or one), or a company, which is remembered for all screens.
 */
export type Filter<Query> = {
  [Key in Exclude<keyof Query & string, Paging>]-?: { readonly key: Key } & (Key extends 'company_id'
    ? CompanyFilter
    : FilterBy<NonNullable<Query[Key]>>);
}[Exclude<keyof Query & string, Paging>];

/** A column of an export, where those are not the table's: its title, and what stands in a row's cell. */
export interface ExportColumn<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | number | null;
}

/** What a list says in words of its own. */
export interface ListSentences<Row> {
  /** Below 'No Records Found'; absent: 'No data found'. */
  readonly empty?: string;
  readonly loadFailed: string;
  /** In its place, by the status of the refusal. */
  readonly loadRefused?: Readonly<Record<number, string>>;
  /** Of a list that `rereads`. */
  readonly detailsFailed?: string;
  /** Absent: 'Failed to delete'. */
  readonly deleteFailed?: string;
  /** Absent: 'Failed to export' and the noun. */
  readonly exportFailed?: string;
  /** Of a list that `demandsCompany`: stands in place of the rows until one is chosen. */
  readonly companyFirst?: string;
  /** What deleting does beyond the records, said before one or several of them are deleted. */
  readonly deleteWarning?: string | ((rows: readonly Row[]) => string);
}

/** A whole list, as `defineList` checks it. */
export interface ListDefinition<
  Answer extends RecordSchema,
  Query extends RecordSchema,
  Written extends RecordSchema,
  Row = Infer<Answer>,
> {
  readonly title: string;
  /**
   * `one` begins sentences ('Company created successfully'), `many` ends them ('Exported 3 companies') and names the
   * file of an export, unless `file` does.
   */
  readonly noun: { readonly one: string; readonly many: string; readonly file?: string };
  /** A listed record, from the contract. */
  readonly record: Answer;
  /** The list's query, from the contract. */
  readonly query: Query;
  /** The body of creating and updating one, from the contract; absent: nothing is written. */
  readonly written?: Written;
  readonly columns: readonly Column<Row, Infer<Query>>[];
  readonly filters: readonly Filter<Infer<Query>>[];
  /** The add/edit modal; absent: the list has none. */
  readonly fields?: readonly FormField<NoInfer<Written>, Row & object>[];
  /** The details modal, beside id, created and last updated, which stand there anyway. */
  readonly details?: readonly DetailField<NoInfer<Answer>>[];
  /** What a new record's form begins with, beside the list's company. */
  readonly beginning?: Partial<Infer<NoInfer<Written>>>;
  readonly defaultSort: SortKey<Infer<Query>>;
  /** The columns of an export; absent: the table's. */
  readonly exported?: readonly ExportColumn<Row>[];
  /** What a record is called where it is named: its checkbox, its menu, its deletion. */
  readonly nameOf: (row: Row) => string;
  readonly sentences: ListSentences<Row>;
  /** Whether its rows can be exported, unless this person may not. */
  readonly exports?: boolean;
  /** A record is read anew for its details; else they are of the listed row. */
  readonly rereads?: boolean;
  /** Nothing loads before a company is chosen; else a list without one is of all the companies in reach. */
  readonly demandsCompany?: boolean;
  /** The pagination bar shows only when there is more than one page, where the specification says so. */
  readonly hidesSinglePage?: boolean;
}

/** Checks a declaration against the contract's three schemas; see the companies for one. */
export const defineList = <
  const Answer extends RecordSchema,
  const Query extends RecordSchema,
  const Written extends RecordSchema,
>(
  definition: ListDefinition<Answer, Query, Written>,
): ListDefinition<Answer, Query, Written> => definition;

/** A record of any list, as the engine's own parts read it. */
export type AnyRow = ListRow & Readonly<Record<string, unknown>>;

/** A column of any list, with its title. */
export interface AnyColumn {
  readonly key: string;
  readonly title: string;
  readonly sort?: string;
  readonly cell?: ((row: AnyRow) => ReactNode) | undefined;
  readonly flexible?: true;
  /** No value of it is ever too long for a cell: a number, a calendar date, one of a few words. */
  readonly short: boolean;
  readonly total?: (value: number) => ReactNode;
}

/** A filter of any list, with its label. */
export interface AnyFilter {
  readonly key: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'choice' | 'company' | 'tags' | 'tag';
  readonly options?: readonly { readonly value: unknown; readonly label: string }[];
  readonly of?: ResourceType;
  /** What the contract says of it. */
  readonly schema: PropertySchema;
}

type Declared = ListDefinition<RecordSchema, RecordSchema, RecordSchema, AnyRow>;

/** A definition of any list: what it left to the contract is filled in. */
export interface AnyList extends Omit<
  Required<Pick<Declared, 'written' | 'fields' | 'details'>> & Declared,
  'columns' | 'filters' | 'defaultSort'
> {
  readonly columns: readonly AnyColumn[];
  readonly filters: readonly AnyFilter[];
  readonly defaultSort: string;
}

/** What deleting these records does beyond them, or undefined. */
export const deleteWarning = ({ sentences }: AnyList, rows: readonly AnyRow[]): string | undefined =>
  typeof sentences.deleteWarning === 'function' ? sentences.deleteWarning(rows) : sentences.deleteWarning;

/** What is said of a list that could not be loaded. */
export const loadFailure = ({ sentences }: AnyList, error: unknown): string => {
  const { status } = (error ?? {}) as { status?: unknown };
  return (typeof status === 'number' && sentences.loadRefused?.[status]) || sentences.loadFailed;
};

/** Fills in the contract's titles and labels. */
export function filledIn<Answer extends RecordSchema, Query extends RecordSchema, Written extends RecordSchema>(
  definition: ListDefinition<Answer, Query, Written>,
): AnyList {
  const { record, query } = definition;
  // The engine's parts treat every record alike; that the keys are right was checked where the list was declared.
  const list = definition as unknown as AnyList;
  return {
    ...list,
    written: list.written ?? NOTHING_WRITTEN,
    fields: list.fields ?? [],
    details: list.details ?? [],
    columns: list.columns.map((column) => {
      const schema = record.properties[column.key] ?? {};
      return { ...column, title: column.title ?? schema.title ?? column.key, short: isShort(schema) };
    }),
    filters: list.filters.map((filter) => {
      const schema = query.properties[filter.key] ?? {};
      return { ...filter, schema, label: schema.title ?? filter.key };
    }),
  };
}

const NOTHING_WRITTEN: RecordSchema = object({}, []);

const isShort = ({ type, format, enum: words }: PropertySchema) =>
  words !== undefined ||
  format === 'date' ||
  [type].flat().every((one) => ['number', 'integer', 'boolean', 'null'].includes(one ?? ''));
