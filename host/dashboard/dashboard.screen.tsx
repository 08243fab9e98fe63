import { useCurrentUser } from 'shared-auth';
import { Badge } from 'shared-ui';
import { useConfig } from '../console-config';
import './dashboard.css';

/** The dashboard (specification 1 §2): who is signed in, and what for. */
export function Dashboard() {
  const user = useCurrentUser();
  const { brand } = useConfig();
  return (
    <div className="dashboard">
      <h1>{brand} Dashboard</h1>
      <div className="dashboard-cards">
        <section aria-labelledby="dashboard-user">
          <h2 id="dashboard-user">User</h2>
          <dl>
            <dt>Username</dt>
            <dd>{user.username}</dd>
            <dt>Email</dt>
            <dd>{user.email || '-'}</dd>
            <dt>ID</dt>
            <dd>{user.id}</dd>
          </dl>
        </section>
        <section aria-labelledby="dashboard-groups">
          <h2 id="dashboard-groups">Groups</h2>
          {user.groups.length === 0 && <p className="dashboard-none">You are in no group.</p>}
          <ul className="dashboard-groups">
            {user.groups.map((group) => (
              <li key={group}>
                <Badge tone="primary">{group}</Badge>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="dashboard-companies" className="dashboard-companies">
          <h2 id="dashboard-companies">
            Companies <span>{user.companies.length}</span>
          </h2>
          {user.companies.length === 0 && <p className="dashboard-none">No company is assigned to you.</p>}
          <ul>
            {user.companies.map((company) => (
              <li key={company.id}>
                <bdi>{company.name}</bdi>
                <Badge tone="secondary">{company.slug}</Badge>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
