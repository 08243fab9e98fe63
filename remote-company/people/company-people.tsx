import type { Company } from 'contract/company/companies';
import { personNoun, type CompanyPeople as Found } from 'contract/people/people';
import { useState } from 'react';
import { Button, LoadFailure, Spinner } from 'shared-ui';
import { csvFileName, downloadCsv, toCsv } from 'shared-ui/csv';
import { Dialog } from 'shared-ui/dialog';
import type { RowDialogProps } from 'shared-ui/list-screen';
import './access-list.css';
import { peopleCalls } from './people.api';

type Item = Found['items'][number];
const { state } = personNoun.properties;

const reasonOf = ({ is_member, sees_every_company, managed_by }: Item) =>
  [
    is_member && 'Member of this company',
    sees_every_company && 'AaasAdmin sees every company',
    managed_by !== null && `by the sign-in rules of ${managed_by}`,
  ]
    .filter(Boolean)
    .join('; ');

const save = ({ items }: Found) =>
  downloadCsv(
    csvFileName('company_people', new Date()),
    toCsv(
      ['Name', 'Email', 'State', 'Why', 'Groups'],
      items.map((item) => [
        item.username,
        item.email,
        state.labels[item.state],
        reasonOf(item),
        item.groups.join(', '),
      ]),
    ),
  );

/** Who sees a company, and why; also as a file. */
export default function CompanyPeople({ row, onClose }: RowDialogProps<Company>) {
  const [open, setOpen] = useState(true);
  const { data, error, refetch } = peopleCalls.ofCompany.useQuery(row.id);
  return (
    <Dialog
      title="Who Sees This Company"
      about={<bdi>{row.name}</bdi>}
      open={open}
      onCloseRequest={() => setOpen(false)}
      onClosed={onClose}
      footer={
        <>
          <Button disabled={!data?.total} onClick={() => data && save(data)}>
            Export CSV
          </Button>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </>
      }
    >
      {error && !data ? (
        <LoadFailure message="Failed to load who sees this company" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="access-list">
          <dl>
            {data.items.map((item) => (
              <div key={item.id}>
                <dt>
                  <bdi>{item.username}</bdi>
                  {item.state !== 'active' && <small>{state.labels[item.state]}</small>}
                </dt>
                <dd>
                  {reasonOf(item)}
                  <small>{item.groups.join(', ') || 'In no group'}</small>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ) : (
        <Spinner />
      )}
    </Dialog>
  );
}
