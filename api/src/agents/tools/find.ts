/** How every noun is looked up: its rows or its groups, with what is added up of all of them, in a sentence and a table. */
import { sql, type RawBuilder } from 'kysely';
import type { ListAddress, ToolColumn, ToolResult, ToolRow } from 'contract/agents/tool-results';
import { NOUNS, type NounFacts } from 'contract/nouns';
import { orderOf } from '../../database/list';
import { NotAllowed } from '../../http/errors';
import { scopeOf, type Scope } from './companies-in-reach.queries';
import { columnsOf, filtersInWords, howMany, pageOf, resultOf, type Finding, type LookUpContext } from './look-up';
import {
  filtersSaid,
  groupsOf,
  listWith,
  rowsOf,
  totalsOf,
  type SubjectQuery,
  type GroupOf,
  type Subject,
} from './subject.queries';

/** Which records are asked for, as every tool takes it. */
export interface Which {
  readonly companies?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

/** The facts that a sentence may tell. */
export interface About<Sums> {
  readonly scope: Scope;
  readonly filters: Finding['filters'];
  readonly totals: Sums & { readonly count: number };
}

/** How a noun is looked up and told, once it is known which days and which order are asked for. */
export interface Sought<Sums, Row> {
  readonly subject: Subject;
  /** One, as it is counted. */
  readonly one: string;
  /** How rows are sorted, where it is a sort of the list by its name; and groups, absent: the largest first. */
  readonly order: RawBuilder<unknown> | string;
  readonly orderOfGroups?: RawBuilder<unknown>;
  readonly columns: readonly ToolColumn[];
  /** Beside the name of a group. */
  readonly sums: readonly ToolColumn[];
  /** Groups that belong to one company each. */
  readonly ofCompany?: readonly string[];
  readonly days?: string;
  /** Whether the list shows one company alone, and how it is sorted; null: it shows something else. */
  readonly list: { readonly ofOne: boolean; readonly query?: ListAddress['query'] } | null;
  /** The sentence on all that match, behind their count. */
  total(about: About<Sums>): string;
  /** The sentences on the first row and on the first group. */
  first(row: Row & { readonly company: string }, about: About<Sums>): string;
  firstOf(groups: readonly GroupOf<Sums>[], label: string, total: number, scope: Scope): string;
}

const GROUP_LABELS: Readonly<Record<string, string>> = {
  company: 'Company',
  campaign: 'Campaign',
  ad_set: 'Ad set',
  type: 'Type',
  tag: 'Tag',
  status: 'Status',
  platform: 'Platform',
  reason: 'Message',
  author: 'Author',
  sales_channel: 'Channel',
  activity: 'Status',
  sync_status: 'Synchronisation',
  product: 'Product',
};

/** Throws NotAllowed for a person who may not read such records, as their screen has it (contract/nouns.ts). */
function requireReader({ caller }: LookUpContext, { list }: Subject): void {
  const { label, readers }: NounFacts = NOUNS[list.definition.noun.kind];
  if (readers && !readers.some((group) => caller.groups.includes(group)))
    throw new NotAllowed(
      `${label[0] ?? ''}${label.slice(1).toLowerCase()}s may not be seen without the group ${readers.join(' or ')}.`,
    );
}

async function queryOf(
  { db, caller }: LookUpContext,
  subject: Subject,
  { companies, ...filter }: Which,
): Promise<SubjectQuery> {
  return { subject, scope: await scopeOf(db, caller, companies), filter: { ...filter } };
}

/** The sort of the list itself, or another one. */
const inOrder = ({ subject, order }: Pick<Sought<never, never>, 'subject' | 'order'>): RawBuilder<unknown> =>
  typeof order === 'string' ? orderOf(subject.list.listing, { sort_by: order }) : order;

/** The records that are meant. */
export async function meant(
  context: LookUpContext,
  sought: Sought<never, never>,
  which: Which,
  part: { limit: number; offset: number },
) {
  return rowsOf<object>(context.db, await queryOf(context, sought.subject, which), { order: inOrder(sought), ...part });
}

/** The rows that are asked for, or with `by` the groups. */
export async function found<Sums, Row>(
  context: LookUpContext,
  sought: Sought<Sums, Row>,
  { by, ...which }: Which & { by?: string | undefined },
  hint: string,
): Promise<ToolResult> {
  const { db } = context;
  const { subject, one, columns, list, days, ofCompany = [] } = sought;
  requireReader(context, subject);
  const query = await queryOf(context, sought.subject, which);
  const { scope } = query;
  const filters = filtersSaid(query);
  const totals = await totalsOf<Sums>(db, query);
  const rows = pageOf(which);
  // The first row of a later page is not the first of all.
  const leading = <One>(all: readonly One[]) => (rows.page === 1 ? all : []);
  const phrase = scope.phrase + filtersInWords(filters);
  const total = totals.count
    ? `${phrase}: ${howMany(totals.count, one)}.${sought.total({ scope, filters, totals })}`
    : `There are no ${one}s of ${phrase}.`;
  const said = {
    scope,
    filters,
    page: rows.page,
    hint,
    open: list && listWith(query, list.ofOne, list.query),
    ...(days && { days }),
  };
  if (by === undefined) {
    const found = await rowsOf<Row>(db, query, { order: inOrder(sought), ...rows });
    const first = leading(found).map((row) => sought.first(row, { scope, filters, totals }))[0] ?? '';
    return resultOf({
      ...said,
      summary: `${total}${first}`,
      total: totals.count,
      columns,
      rows: found as unknown as ToolRow[],
    });
  }
  const label = GROUP_LABELS[by] ?? by;
  const { orderOfGroups = sql`3 desc` } = sought;
  const found = await groupsOf<Sums>(db, query, {
    by,
    order: orderOfGroups,
    ...rows,
    ofCompany: ofCompany.includes(by),
  });
  const groups = found.groups.map(({ company, ...group }) => ({ ...group, ...(company !== null && { company }) }));
  return resultOf({
    ...said,
    summary: `${total}${sought.firstOf(leading(found.groups), label.toLowerCase(), found.total, scope)}`,
    total: found.total,
    columns: [...columnsOf({ name: label, ...(by !== 'company' && { company: 'Company' }) }), ...sought.sums],
    rows: groups as unknown as ToolRow[],
  });
}
