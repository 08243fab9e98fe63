/**
 * The result of the agents' data tools, in one form: a sentence, its filter, and a table that a model reads, a screen
 * renders and a list can be opened with (DECISIONS §9). `search_knowledge` and `find_names` have forms of their own.
 */
import { count, id, integer, listOf, object, oneOf, response, text, type Infer } from '../schema';

/** The unit of a column's values: text, US dollars, a number of things, a percentage, a calendar date, an address. */
export const COLUMN_UNITS = ['text', 'usd', 'count', 'percent', 'date', 'url'] as const;

/** A column worth showing, in its order; `key` is the name of its value in every row. */
export const toolColumn = response({ key: text('Key'), label: text('Label'), unit: oneOf('Unit', COLUMN_UNITS) });

/** A screen's list with the very filter that a tool used: its path, and the parameters of its address. */
export const listAddress = response({
  path: oneOf('Path', [
    '/company-management',
    '/facebook-ads',
    '/product-variants',
    '/social-media-posts',
    '/social-media-profiles',
    '/social-media-search-terms',
  ]),
  query: { type: 'object', title: 'Query', additionalProperties: true } as const,
});

/** Result of a data tool. `rows` may hold more than `columns` name; a value that is not known is null. */
export const toolResult = object(
  {
    /** One or two sentences with the figures, the companies, the days and the filters: true without the table. */
    summary: text('Summary'),
    /** The companies it is about; empty: every company that the person reaches. */
    companies: listOf(response({ id, name: text('Name') })),
    /** The days it is about, in words. Absent where days play no part. */
    days: text('Days'),
    /** The filters that were used, as a person reads them. */
    filters: listOf(response({ label: text('Label'), value: text('Value') })),
    /** How many rows there are, on all pages. */
    total: count('Total'),
    page: integer('Page', { minimum: 1 }),
    columns: listOf(toolColumn),
    rows: listOf({ type: 'object', title: 'Row' } as const),
    /** Absent where no list has this filter. */
    open: listAddress,
    /** Questions to ask next. */
    hint: text('Hint'),
  },
  ['summary', 'companies', 'filters', 'total', 'page', 'columns', 'rows', 'hint'],
);

export type ToolColumn = Infer<typeof toolColumn>;
/** A row's values by the keys of its columns. */
export type ToolRow = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;
export interface ListAddress extends Omit<Infer<typeof listAddress>, 'query'> {
  query: Record<string, string | number | boolean | readonly string[]>;
}
export interface ToolResult extends Omit<Infer<typeof toolResult>, 'rows' | 'open'> {
  rows: ToolRow[];
  open?: ListAddress;
}
