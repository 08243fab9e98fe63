import { useState } from 'react';
import type { CurrentUser } from 'contract/session';
import { useCurrentUser } from 'shared-auth';
import { Badge, Button, formatNumber, LazyPart, shape } from 'shared-ui';
import { useConfig } from '../config/console-config';
import { dashboardApi } from './dashboard.api';
import { GoTo } from './go-to';
import { NeedsAttention } from './needs-attention';
import { Pin, usePins } from './pins';
import './administration.css';
import './dashboard.css';

/** The dashboard (specification 1 §2): who is signed in, what there is to do, where to go, and for which companies. */
export function Dashboard() {
  const user = useCurrentUser();
  const { brand } = useConfig();
  return (
    <div className="dashboard">
      <h1>{brand} Dashboard</h1>
      <section aria-labelledby="dashboard-user" className={`${shape.row} dashboard-identity`}>
        <h2 id="dashboard-user">Signed in as</h2>
        <dl>
          <div>
            <dt>Username</dt>
            <dd>{user.username}</dd>
          </div>
          <div>
            <dt>Email</dt>
            <dd>{user.email || '-'}</dd>
          </div>
          <div>
            <dt>ID</dt>
            <dd>{user.id}</dd>
          </div>
        </dl>
        <div className="dashboard-groups">
          <h2 id="dashboard-groups">Groups</h2>
          {user.groups.length === 0 && <p className="dashboard-none">You are in no group.</p>}
          <ul aria-labelledby="dashboard-groups">
            {user.groups.map((group) => (
              <li key={group}>
                <Badge tone="secondary">{group}</Badge>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <NeedsAttention />
      <ForAdministrators />
      <GoTo />
      <Companies companies={user.companies} />
    </div>
  );
}

const loadAdministration = () => import(/* webpackChunkName: 'admin' */ './administration');

/** The first steps and the background steps, whose code is fetched where there may be some. */
function ForAdministrators() {
  const { data } = dashboardApi.endpoints.summary.useQuery();
  if (!data?.background && !data?.first_steps) return null;
  return (
    <LazyPart load={loadAdministration} failure="Failed to load first steps">
      {({ Administration }) => <Administration {...data} />}
    </LazyPart>
  );
}

/** So many companies are shown before they are asked for. */
const FIRST_COMPANIES = 20;

function Companies({ companies }: Pick<CurrentUser, 'companies'>) {
  const pins = usePins();
  const [isWhole, setWhole] = useState(companies.length <= FIRST_COMPANIES);
  return (
    <section aria-labelledby="dashboard-companies" className="dashboard-companies">
      <h2 id="dashboard-companies">
        Companies <span>{formatNumber(companies.length)}</span>
      </h2>
      {companies.length === 0 && <p className="dashboard-none">No company is assigned to you.</p>}
      <ul aria-labelledby="dashboard-companies">
        {(isWhole ? companies : companies.slice(0, FIRST_COMPANIES)).map((company) => (
          <li key={company.id}>
            <Pin pins={pins} id={company.id} name={company.name} />
            <bdi>{company.name}</bdi>
            <span>{company.slug}</span>
          </li>
        ))}
      </ul>
      {!isWhole && <Button onClick={() => setWhole(true)}>Show all {formatNumber(companies.length)} companies</Button>}
    </section>
  );
}
