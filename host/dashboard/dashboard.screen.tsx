import { useCurrentUser } from 'shared-auth';
import { Badge, LazyPart, shape } from 'shared-ui';
import { useConfig } from '../config/console-config';
import { Companies } from './companies';
import { dashboardApi } from './dashboard.api';
import { GoTo } from './go-to';
import { NeedsAttention } from './needs-attention';
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
      <Companies />
      <GoTo />
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
