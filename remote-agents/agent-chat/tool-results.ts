/** A tool's result beyond its words: a table, and lists to go on with (DECISIONS §9). */
import type { ListAddress, ToolResult } from 'contract/agents/tool-results';
import { PROPOSAL_KINDS, proposalTool, type Proposal, type ProposalResult } from 'contract/agents/proposals';
import type { ToolCall } from 'contract/agents/agent-chat';
import { formatCurrency, formatDate, formatNumber } from 'shared-ui';

/** Somewhere in the console that an answer leads on to. */
export interface Lead {
  readonly label: string;
  readonly address: string;
}

const SCREENS: Readonly<Record<ListAddress['path'], string>> = {
  '/company-management': 'Company Management',
  '/facebook-ads': 'Facebook Ads',
  '/product-variants': 'Product Variants',
  '/social-media-posts': 'Posts',
  '/social-media-profiles': 'Profiles',
  '/social-media-search-terms': 'Search Terms',
};

/** A data tool's result; null for anything else, such as a failure's sentence. */
export function asTable(result: unknown): ToolResult | null {
  const { columns, rows, summary } = (result ?? {}) as Partial<ToolResult>;
  return Array.isArray(columns) && Array.isArray(rows) && typeof summary === 'string' ? (result as ToolResult) : null;
}

/** The proposal of a call; null for any other call, whatever its result looks like. */
export function proposalOf({ name, status, result }: ToolCall): Proposal | null {
  if (status !== 'done' || !PROPOSING.has(name)) return null;
  const { proposal } = (result ?? {}) as Partial<ProposalResult>;
  return typeof proposal?.id === 'number' && Array.isArray(proposal.records) ? proposal : null;
}

const PROPOSING: ReadonlySet<string> = new Set(PROPOSAL_KINDS.map(proposalTool));

/** The list with the very filter that a tool used. */
export function leadOf({ path, query }: ListAddress): Lead | null {
  const screen = (SCREENS as Readonly<Partial<Record<string, string>>>)[path];
  if (screen === undefined) return null;
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) params.append(key, String(one));
  return { label: `Open in ${screen}`, address: `${path}?${params}` };
}

interface Passage {
  readonly name: string;
}

/** Of the items that a search of the agent's knowledge has found, those that the answer names, in their order. */
const sourcesOf = (result: unknown, words: string): readonly Lead[] => {
  const { items } = (result ?? {}) as { items?: readonly Partial<Passage>[] };
  if (!Array.isArray(items)) return [];
  return (items as readonly Partial<Passage>[]).flatMap(({ name }) =>
    typeof name === 'string' && words.includes(name)
      ? [{ label: `Source: ${name}`, address: `/knowledge?${new URLSearchParams({ name })}` }]
      : [],
  );
};

/** Where an answer's words and calls lead on to, each place once. Knowledge opens for those who may read it. */
export function leadsOf(words: string, calls: readonly ToolCall[], readsKnowledge: boolean): readonly Lead[] {
  // Where a name stands in markdown, its marks are escaped.
  const plain = words.replace(/\\(.)/g, '$1');
  const leads = calls.flatMap(({ name, status, result }) => {
    if (status !== 'done') return [];
    if (name === 'search_knowledge') return readsKnowledge ? sourcesOf(result, plain) : [];
    const open = asTable(result)?.open;
    return (open && leadOf(open)) ?? [];
  });
  return [...new Map(leads.map((lead) => [lead.address, lead])).values()];
}

/** A value of a column as a person reads it. */
export function cellText(value: ToolResult['rows'][number][string] | undefined, unit: string): string {
  if (value === null || value === undefined || value === '') return '–';
  if (unit === 'usd') return formatCurrency(Number(value));
  if (unit === 'count') return formatNumber(Number(value));
  if (unit === 'percent') return `${formatNumber(Number(value))} %`;
  if (unit === 'date') return formatDate(String(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
}
