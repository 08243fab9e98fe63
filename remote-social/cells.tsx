/** Cells that several social media lists have alike. */
import type { PropertySchema } from 'contract/schema';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from 'shared-ui';
import { cellClass, labelOf } from 'shared-ui/list-screen';

interface Reported<Status extends string> {
  readonly status: Status;
  readonly status_message: string | null;
}

/** A status as a badge; below 'Error' stands the reason, which is whole in its title. */
export const statusCell = <Status extends string>(schema: PropertySchema, tones: Readonly<Record<Status, BadgeTone>>) =>
  function statusWithReason({ status, status_message }: Reported<Status>): ReactNode {
    return (
      <>
        <Badge tone={tones[status]}>{labelOf(schema, status)}</Badge>
        {status === 'error' && status_message !== null && (
          <span className={cellClass('line', 'quiet')} title={status_message} dir="auto">
            {status_message}
          </span>
        )}
      </>
    );
  };

/** Whose a record is, on two lines at most. */
export const companyCell = ({ company_name }: { readonly company_name: string }) => (
  <bdi className={cellClass('lines')} title={company_name}>
    {company_name}
  </bdi>
);
