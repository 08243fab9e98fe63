/** The kinds of what needs attention (DECISIONS §11): each with the list that shows it. */
import type { AttentionKind, Summary } from 'contract/dashboard';
import type { ScreenPath } from 'shared-ui';
import { routeOf, type Route } from '../config/route-table';

/** A company as the summary has it. */
export type Company = Summary['items'][number];

/** A kind of what needs attention, and the list that shows it. */
interface Kind {
  readonly title: string;
  readonly route: Pick<Route, 'groups'> & { readonly path: ScreenPath };
  /** The list's filters beside the company, as its address has them. */
  filters(company: Company): string;
}

const posts = routeOf('/social-media-posts');
const variants = routeOf('/product-variants');
/** Its remote adds it. */
const connections = { path: '/company/connections', groups: ['CompanyAdmin', 'AaasAdmin'] } as const;

/** Every kind, in the order in which they are shown. */
export const KINDS: Readonly<Record<AttentionKind, Kind>> = {
  posts_in_error: { title: 'Posts in error', route: posts, filters: () => 'status=error' },
  posts_pending: { title: 'Posts pending', route: posts, filters: () => 'status=pending' },
  profiles_in_error: {
    title: 'Profiles in error',
    route: routeOf('/social-media-profiles'),
    filters: () => 'status=error',
  },
  variants_without_cost: {
    title: 'Variants without a cost',
    route: variants,
    filters: ({ today }) => `without_cost_on=${today}`,
  },
  variants_not_synced: {
    title: 'Variants not synced',
    route: variants,
    filters: ({ synced_before }) => `synced_before=${synced_before}`,
  },
  ads_spend_moved: {
    title: 'Spend moved in 7 days',
    route: routeOf('/facebook-ads'),
    filters: () => 'spend_moved=true',
  },
  connections_to_reconnect: { title: 'Needs a new key', route: connections, filters: () => 'state=reconnect' },
  connections_expiring: { title: 'Credential expires', route: connections, filters: () => 'attention=expires' },
  connections_unread: { title: 'Source not read', route: connections, filters: () => 'attention=unread' },
};

/** The list of a company's records of a kind, by its address. */
export const listOf = (kind: AttentionKind, company: Company) => ({
  path: KINDS[kind].route.path,
  query: new URLSearchParams(`company_id=${company.company_id}&${KINDS[kind].filters(company)}`),
});

/** How much of a company needs attention. */
export const toDoOf = ({ counts }: Company): number => Object.values(counts).reduce((sum, count) => sum + count, 0);
