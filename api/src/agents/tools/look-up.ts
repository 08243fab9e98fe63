/** The parts of every tool: its purpose, its input, and one call that reads. */
import type { Kysely } from 'kysely';
import type { ListAddress, ToolColumn, ToolResult, ToolRow } from 'contract/agents/tool-results';
import { integer, listOf, text, type Infer } from 'contract/schema';
import type { Tables } from '../../database/connection';
import type { Caller } from '../../http/access';
import type { Fields } from '../../http/validation';
import type { Scope } from './companies-in-reach.queries';

/** For whom something is looked up, and by which agent. */
export interface LookUpContext {
  readonly db: Kysely<Tables>;
  readonly caller: Caller;
  readonly agentId: number;
}

/** A tool as it is written. */
export interface LookUp<S extends Fields> {
  readonly description: string;
  readonly input: S;
  read(asking: LookUpContext, input: Infer<S>): Promise<unknown>;
}

/** Ties the types together: what `input` admits is what `read` gets. */
export function lookUp<const S extends Fields>(written: LookUp<S>): LookUp<S> {
  return written;
}

/** The most rows of one page. */
export const MOST_ROWS = 50;
const ROWS = 20;

/** Input that most tools take. */
export const taken = {
  companies: listOf(text('Company', { minLength: 1, maxLength: 255 }), {
    title: 'Companies',
    maxItems: 20,
    description: 'Names or slugs, a slip of the pen is forgiven. Absent: every company the person may see',
  }),
  search: text('Search', { minLength: 1, maxLength: 255, description: 'A part of a text, in any case' }),
  tags: listOf(text('Tag', { maxLength: 50 }), { title: 'Tags', maxItems: 10, description: 'All of these' }),
  without_tags: listOf(text('Tag', { maxLength: 50 }), {
    title: 'Without tags',
    maxItems: 10,
    description: 'None of these',
  }),
  limit: integer('Limit', { minimum: 1, maximum: MOST_ROWS, description: `Rows of a page, ${ROWS} unless said` }),
  page: integer('Page', { minimum: 1, maximum: 1000, description: 'The next page of the same question' }),
} as const;

/** Which rows are asked for. */
export const pageOf = ({ page = 1, limit = ROWS }: { page?: number | undefined; limit?: number | undefined }) => ({
  page,
  limit,
  offset: (page - 1) * limit,
});

/** A tool's findings, before it is put into the form of all results. */
export interface Finding {
  readonly scope: Scope;
  readonly summary: string;
  readonly days?: string;
  readonly filters: readonly (readonly [label: string, value: string])[];
  readonly total: number;
  readonly page: number;
  readonly columns: readonly ToolColumn[];
  readonly rows: readonly ToolRow[];
  /** The list that shows the same; lists that show one company alone need exactly one. */
  readonly open?: ListAddress | null;
  readonly hint: string;
}

/** A finding in the form of all results. */
export function resultOf({ scope, filters, columns, rows, open, ...finding }: Finding): ToolResult {
  const several = scope.companies.length !== 1 && rows.some((row) => 'company' in row);
  return {
    ...finding,
    summary: `${finding.summary[0]?.toUpperCase() ?? ''}${finding.summary.slice(1)}`,
    companies: scope.companies.map(({ id, name }) => ({ id, name })),
    filters: filters.map(([label, value]) => ({ label, value })),
    columns: columns.filter(({ key }) => key !== 'company' || several),
    rows: [...rows],
    ...(open && { open }),
  };
}

/** ', video, tagged winner': the filters of a sentence. */
export const filtersInWords = (filters: Finding['filters']): string =>
  filters.map(([label, value]) => `, ${label.toLowerCase()}${value === 'yes' ? '' : ` ${value}`}`).join('');

/** '1 ad', '1,234 ads'. */
export const howMany = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** '$1,234.50' */
export const dollars = (amount: number): string =>
  `${amount < 0 ? '-' : ''}$${Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** Columns of a result by their keys: a label, and a unit where it is no text. */
export const columnsOf = (
  labels: Readonly<Record<string, string | readonly [label: string, unit: ToolColumn['unit']]>>,
): ToolColumn[] =>
  Object.entries(labels).map(([key, said]) => {
    const [label, unit = 'text'] = typeof said === 'string' ? [said] : said;
    return { key, label, unit };
  });
