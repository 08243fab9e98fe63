/** Cells that several social media lists have alike. */
import type { PropertySchema } from 'contract/schema';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from 'shared-ui';
import { cellClass, labelOf } from 'shared-ui/list-screen';
import './cells.css';

interface Reported<Status extends string> {
  readonly status: Status;
  readonly status_message: string | null;
}

/** A status as a badge; beside 'Error' stands the reason, as far as it goes on two lines, and whole in its title. */
export const statusCell = <Status extends string>(schema: PropertySchema, tones: Readonly<Record<Status, BadgeTone>>) =>
  function statusWithReason({ status, status_message }: Reported<Status>): ReactNode {
    const badge = <Badge tone={tones[status]}>{labelOf(schema, status)}</Badge>;
    if (status !== 'error' || status_message === null) return badge;
    return (
      <span className={cellClass('lines')} title={status_message}>
        {badge} <bdi className="social-reason">{status_message}</bdi>
      </span>
    );
  };

/** Whose a record is, on two lines at most. */
export const companyCell = ({ company_name }: { readonly company_name: string }) => (
  <bdi className={cellClass('lines')} title={company_name}>
    {company_name}
  </bdi>
);
