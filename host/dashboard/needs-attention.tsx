import { MAX_SUMMARY_COMPANIES, type AttentionKind, type CompaniesSpend, type Summary } from 'contract/dashboard';
import { useCurrentUser } from 'shared-auth';
import { Button, formatNumber, formatTime, LoadFailure, RetryIcon, type ScreenPath } from 'shared-ui';
import { ScreenLink } from '../navigation/screen-link';
import { isOpenTo } from '../config/is-open-to';
import { routeOf, type Route } from '../config/route-table';
import { dashboardApi } from './dashboard.api';
import './needs-attention.css';
import { Pin, usePins } from './pins';

type Company = Summary['items'][number];

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

const KINDS: Readonly<Record<AttentionKind, Kind>> = {
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

const SPEND = '28d Spend';

/** Counts that need attention, of the pinned companies, else of the first by name: each count leads to its list (DECISIONS §11). */
export function NeedsAttention() {
  const { data, error, isFetching, refetch } = dashboardApi.endpoints.summary.useQuery();
  // Behind what there is to do: of ads that were just read it takes longer.
  const spend = dashboardApi.endpoints.spend.useQuery(undefined, { skip: !data });
  const pins = usePins();
  const user = useCurrentUser();
  if (data?.items.length === 0) return null;
  const kinds = (Object.keys(KINDS) as AttentionKind[]).filter((kind) => {
    const { groups } = KINDS[kind].route;
    // Until they are counted, those whose lists the person may open.
    if (!data) return isOpenTo(user, groups);
    return data.items.some(({ counts }) => counts[kind]);
  });
  const countAgain = () => {
    void refetch();
    if (data) void spend.refetch();
  };
  // A failure to load is said once: no placeholders promise it beside that.
  const hasFailed = error !== undefined && !isFetching;
  const oldest = data?.items.map(({ as_of }) => as_of).sort()[0];
  return (
    <section className="attention" aria-labelledby="attention" aria-busy={isFetching}>
      <header>
        <h2 id="attention">Needs attention</h2>
        {oldest && <span>as of {formatTime(oldest)}</span>}
        <Button
          tone="quiet"
          icon={<RetryIcon />}
          aria-label="Count again"
          title="Count again"
          disabled={isFetching}
          onClick={countAgain}
        />
      </header>
      {hasFailed && <LoadFailure message="Failed to load what needs attention" error={error} onRetry={countAgain} />}
      {!kinds[0] && <p>Nothing needs attention now.</p>}
      {(data || !hasFailed) && (
        <div className="attention__frame" tabIndex={0} role="region" aria-label="Companies and counts">
          {/* As cards on a phone, a table is one only by its roles. */}
          <table role="table">
            <thead role="rowgroup">
              <tr role="row">
                <th scope="col" role="columnheader">
                  Company
                </th>
                <th scope="col" role="columnheader">
                  {SPEND}
                </th>
                {kinds.map((kind) => (
                  <th key={kind} scope="col" role="columnheader">
                    {KINDS[kind].title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {data?.items.map((company) => (
                <tr key={company.company_id} role="row">
                  <th scope="row" role="rowheader">
                    <Pin pins={pins} id={company.company_id} name={company.company_name} />
                    <bdi title={company.company_name}>{company.company_name}</bdi>
                  </th>
                  <td role="cell" data-title={SPEND}>
                    {spend.isError ? <small>not loaded</small> : <Spend company={company} spend={spend.data} />}
                  </td>
                  {kinds.map((kind) => (
                    <td key={kind} role="cell" data-title={KINDS[kind].title}>
                      <Count company={company} kind={kind} />
                    </td>
                  ))}
                </tr>
              )) ?? <Waiting rows={pins.ids?.length || user.companies.length} kinds={kinds} />}
            </tbody>
          </table>
        </div>
      )}
      {data && kinds.includes('ads_spend_moved') && (
        <p>Spend moved: the last 7 days are over a third more or less than a usual week of the last 28.</p>
      )}
    </section>
  );
}

const DAY = 24 * 60 * 60 * 1000;

/** Age of the pending posts: how many are from today and yesterday, and how old the oldest is. */
function ageOf({ new_pending = 0, oldest_pending, today }: Company): string {
  const days = oldest_pending ? (Date.parse(today) - Date.parse(oldest_pending)) / DAY : 0;
  return [new_pending && `${new_pending} new`, days > 1 && `oldest ${days} days`].filter(Boolean).join(', ');
}

function Count({ company, kind }: { company: Company; kind: AttentionKind }) {
  const count = company.counts[kind];
  const { title, route, filters } = KINDS[kind];
  if (!count) return <span className="attention__none">{count ?? ''}</span>;
  const age = kind === 'posts_pending' && ageOf(company);
  return (
    <ScreenLink
      path={route.path}
      query={new URLSearchParams(`company_id=${company.company_id}&${filters(company)}`)}
      aria-label={`${title} of ${company.company_name}: ${formatNumber(count)}${age ? `, ${age}` : ''}`}
    >
      {formatNumber(count)} {age && <small>{age}</small>}
    </ScreenLink>
  );
}

const dollars = (amount: number) => `$${formatNumber(Math.round(amount))}`;

/** The sum of 28 days and their line, which leads to the picture of it. */
function Spend({ company: { company_id, company_name }, spend }: { company: Company; spend?: CompaniesSpend }) {
  const found = spend?.items.find((one) => one.company_id === company_id);
  if (!found) return <span className="attention__none" />;
  const { total, total_before, days } = found;
  const top = Math.max(...days, 1);
  return (
    <ScreenLink
      path="/ads/spend"
      query={new URLSearchParams(`company_id=${company_id}`)}
      aria-label={`${SPEND} of ${company_name}: ${dollars(total)}, before ${dollars(total_before)}`}
    >
      <svg className="attention__line" viewBox="0 0 54 18" aria-hidden="true">
        <path d={`M${days.map((day, at) => `${at * 2} ${18 - (18 * day) / top}`).join('L')}`} />
      </svg>
      {dollars(total)}
    </ScreenLink>
  );
}

/** As many rows as will come, with as many counts, so that nothing moves then. */
const Waiting = ({ rows, kinds }: { rows: number; kinds: readonly AttentionKind[] }) =>
  Array.from({ length: Math.min(rows, MAX_SUMMARY_COMPANIES) }, (_, at) => (
    <tr key={at} className="attention__waiting" aria-hidden="true">
      {['company', SPEND, ...kinds].map((cell) => (
        <td key={cell}>
          <span />
        </td>
      ))}
    </tr>
  ));
