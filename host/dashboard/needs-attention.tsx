import type { AttentionKind } from 'contract/dashboard';
import { useCurrentUser } from 'shared-auth';
import { Button, formatNumber, formatTime, LoadFailure, RetryIcon } from 'shared-ui';
import { isOpenTo } from '../config/is-open-to';
import { ScreenLink } from '../navigation/screen-link';
import { KINDS, listOf, type Company } from './attention-kinds';
import { dashboardApi } from './dashboard.api';
import './needs-attention.css';

/** The kinds of what needs attention in the pinned companies, else in the first by name, each with where to begin (DECISIONS §11). */
export function NeedsAttention() {
  const { data, error, isFetching, refetch } = dashboardApi.endpoints.summary.useQuery();
  const spend = dashboardApi.endpoints.spend.useQuery(undefined, { skip: !data });
  const user = useCurrentUser();
  if (data?.items.length === 0) return null;
  const all = Object.keys(KINDS) as AttentionKind[];
  const kinds = all.filter((kind) => data?.items.some(({ counts }) => counts[kind]));
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
      {data && !kinds[0] && <p>Nothing needs attention now.</p>}
      <ul aria-labelledby="attention">
        {data
          ? kinds.map((kind) => <KindLine key={kind} kind={kind} companies={data.items} />)
          : // As many places as will likely come, so that nothing moves then.
            !hasFailed &&
            all
              .slice(0, LIKELY)
              .filter((kind) => isOpenTo(user, KINDS[kind].route.groups))
              .map((kind) => <li key={kind} aria-hidden="true" />)}
      </ul>
      {kinds.includes('ads_spend_moved') && (
        <p>Spend moved: the last 7 days are over a third more or less than a usual week of the last 28.</p>
      )}
    </section>
  );
}

const DAY = 24 * 60 * 60 * 1000;

/** How many kinds are likely; those of connections follow them. */
const LIKELY = 6;

function KindLine({ kind, companies }: { kind: AttentionKind; companies: readonly Company[] }) {
  const concerned = companies.filter(({ counts }) => counts[kind]);
  const sumOf = (of: (company: Company) => number | undefined) =>
    concerned.reduce((sum, company) => sum + (of(company) ?? 0), 0);
  // It begins where something has waited longest, or where it has no age, with the most of it.
  const ageOf = ({ today, oldest_pending }: Company) => (Date.parse(today) - Date.parse(oldest_pending ?? today)) / DAY;
  const isPending = kind === 'posts_pending';
  const weightOf = (company: Company) => (isPending ? ageOf(company) : company.counts[kind]!);
  const first = concerned.reduce((most, one) => (weightOf(one) > weightOf(most) ? one : most));
  const news = isPending ? sumOf(({ new_pending }) => new_pending) : 0;
  const days = isPending ? ageOf(first) : 0;
  return (
    <li>
      <ScreenLink {...listOf(kind, first)}>
        <strong>{formatNumber(sumOf(({ counts }) => counts[kind]))}</strong> <span>{KINDS[kind].title}</span>{' '}
        {news > 0 && <small>{news} new </small>}
        {days > 1 && <small>oldest {days} days </small>}
        <em>
          Start with <bdi>{first.company_name}</bdi>
        </em>
      </ScreenLink>
    </li>
  );
}
