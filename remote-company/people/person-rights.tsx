import { GROUP_GRANTS, personRights, type Person } from 'contract/people/people';
import { useState } from 'react';
import { Button, LoadFailure, Spinner } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import type { RowDialogProps } from 'shared-ui/list-screen';
import './access-list.css';
import { peopleCalls } from './people.api';

const { may } = personRights.properties.rights.items.properties;

/** The rights of a person: by group, by kind of record, and the companies that they hold for. */
export default function PersonRightsDialog({ row, onClose }: RowDialogProps<Person>) {
  const [open, setOpen] = useState(true);
  const { data, error, refetch } = peopleCalls.rights.useQuery(row.id);
  return (
    <Dialog
      title="What This Person May Do"
      about={<bdi>{row.username}</bdi>}
      open={open}
      onCloseRequest={() => setOpen(false)}
      onClosed={onClose}
      footer={<Button onClick={() => setOpen(false)}>Close</Button>}
    >
      {error && !data ? (
        <LoadFailure message="Failed to load what this person may do" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="access-list">
          {row.state !== 'active' && <p>At present this person cannot sign in. Once they can:</p>}
          <h3>Groups</h3>
          {row.groups.length ? (
            <dl>
              {row.groups.map((group) => (
                <div key={group}>
                  <dt>{group}</dt>
                  <dd>{GROUP_GRANTS[group]}</dd>
                </div>
              ))}
            </dl>
          ) : (
            <p>In no group: sees the dashboard, the ads of their companies and the agent chat.</p>
          )}
          <h3>Records</h3>
          <dl>
            {data.rights.map((right) => (
              <div key={right.kind}>
                <dt>{right.kind}</dt>
                <dd>{may.labels[right.may]}</dd>
              </div>
            ))}
          </dl>
          <h3>Companies</h3>
          {data.every_company && <p>Every company, for members of AaasAdmin see all of them.</p>}
          {!data.every_company && !data.companies.length && <p>None: the lists of company records are empty.</p>}
          {!data.every_company && data.companies.length > 0 && (
            <ul>
              {data.companies.map((company) => (
                <li key={company.id}>
                  <bdi>{company.name}</bdi>
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : (
        <Spinner />
      )}
    </Dialog>
  );
}
