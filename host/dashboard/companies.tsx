import { useState } from 'react';
import type { AttentionKind, CompaniesSpend } from 'contract/dashboard';
import { useCurrentUser } from 'shared-auth';
import { Button, formatCurrency, formatNumber } from 'shared-ui';
import { ScreenLink } from '../navigation/screen-link';
import { KINDS, listOf, toDoOf, type Company } from './attention-kinds';
import './companies.css';
import { dashboardApi } from './dashboard.api';
import { Pin, usePins } from './pins';

/** So many companies are shown before they are asked for. */
const FIRST_COMPANIES = 20;

/**
 * The companies of who is signed in (specification 1 §2), each once: its spend as a line, and what there is to do, by kind
 * once it is opened. Those that are counted stand first, with the most to do at the top (DECISIONS §11).
 */
export function Companies() {
  const { companies } = useCurrentUser();
  const { data, isError } = dashboardApi.endpoints.summary.useQuery();
  // Behind what there is to do: of ads that were just read it takes longer.
  const spend = dashboardApi.endpoints.spend.useQuery(undefined, { skip: !data });
  const pins = usePins();
  const [isWhole, setWhole] = useState(companies.length <= FIRST_COMPANIES);
  const counted = data?.items ?? [];
  const placeOf = (id: number) => counted.findIndex(({ company_id }) => company_id === id);
  // Without its sign -1 is larger than any: those that are not counted follow.
  const inOrder = companies.toSorted((one, other) => (placeOf(one.id) >>> 0) - (placeOf(other.id) >>> 0));
  // Their order is known with the counts: none moves away from under the pointer.
  const isWaiting = !data && !isError;
  return (
    <section aria-labelledby="dashboard-companies" className="companies">
      <h2 id="dashboard-companies">
        Companies <span>{formatNumber(companies.length)}</span>
      </h2>
      {companies.length === 0 && <p className="dashboard-none">No company is assigned to you.</p>}
      <ul aria-labelledby="dashboard-companies">
        {(isWhole ? inOrder : inOrder.slice(0, FIRST_COMPANIES)).map(({ id, name, slug }) => {
          if (isWaiting) return <li key={id} aria-hidden="true" />;
          const company = counted[placeOf(id)];
          return (
            <li key={id}>
              <Pin pins={pins} id={id} name={name} />
              <div>
                <bdi>{name}</bdi>
                <span>{slug}</span>
              </div>
              {company && (
                <>
                  {spend.isError ? <small>Spend not loaded</small> : <Spend company={company} spend={spend.data} />}
                  <ToDo company={company} />
                </>
              )}
            </li>
          );
        })}
      </ul>
      {!isWhole && <Button onClick={() => setWhole(true)}>Show all {formatNumber(companies.length)} companies</Button>}
    </section>
  );
}

function ToDo({ company }: { company: Company }) {
  const kinds = (Object.keys(KINDS) as AttentionKind[]).filter((kind) => company.counts[kind]);
  if (!kinds[0]) return <p className="dashboard-none">Nothing to do</p>;
  const toDo = `${formatNumber(toDoOf(company))} to do`;
  return (
    <details>
      <summary aria-label={`${toDo} at ${company.company_name}`}>{toDo}</summary>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            <ScreenLink {...listOf(kind, company)}>
              {KINDS[kind].title} <span>{formatNumber(company.counts[kind]!)}</span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The line of 28 days of spend, which leads to the picture of it. */
function Spend({ company: { company_id, company_name }, spend }: { company: Company; spend?: CompaniesSpend }) {
  const found = spend?.items.find((one) => one.company_id === company_id);
  if (!found) return null;
  const { total, total_before, days } = found;
  const top = Math.max(...days, 1);
  const label = `28d Spend of ${company_name}: ${formatCurrency(total)}, before ${formatCurrency(total_before)}`;
  return (
    <ScreenLink
      className="companies__spend"
      path="/ads/spend"
      query={new URLSearchParams(`company_id=${company_id}`)}
      title={label}
    >
      <svg viewBox="0 0 108 24">
        <path d={`M${days.map((day, at) => [at * 4, 24 - (24 * day) / top]).join('L')}`} />
      </svg>
    </ScreenLink>
  );
}
