import type { CogsTimelineEntry } from 'contract/company/product-variant-cogs';
import { Badge, Button, DeleteIcon, EditIcon, formatCurrency, formatNumber, VisuallyHidden, shape } from 'shared-ui';
import { dateText, periodText, statusOf, type PeriodStatus } from './cogs-periods';

interface CogsTableProps {
  entries: readonly CogsTimelineEntry[];
  today: string;
  onEdit(entry: CogsTimelineEntry): void;
  onDelete(entry: CogsTimelineEntry): void;
}

const TONES = { Current: 'success', Historical: 'secondary', Upcoming: 'info' } as const satisfies Record<
  PeriodStatus,
  string
>;

/** The timeline, newest first (specification 1 §2). */
export const CogsTable = ({ entries, today, onEdit, onDelete }: CogsTableProps) => (
  <div className={`${shape.frame} cogs-frame`} role="region" aria-label="COGS timeline" tabIndex={0}>
    {/* As a card on a phone, a table is one only by its roles. */}
    <table className="cogs-table" role="table">
      <caption>
        <VisuallyHidden>COGS timeline, newest first</VisuallyHidden>
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            COGS Amount
          </th>
          <th scope="col" role="columnheader">
            Period Start
          </th>
          <th scope="col" role="columnheader">
            Period End
          </th>
          <th scope="col" role="columnheader">
            Duration (Days)
          </th>
          <th scope="col" role="columnheader">
            Status
          </th>
          <th scope="col" role="columnheader">
            Actions
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {entries.map((entry) => {
          const status = statusOf(entry, today);
          return (
            <tr key={entry.cogs_record.id} role="row">
              <th scope="row" role="rowheader">
                {formatCurrency(entry.cogs_record.cogs_amount)}
                {entry.cogs_record.source !== null && (
                  <small className="cogs-table__source" dir="auto" title={`From ${entry.cogs_record.source}`}>
                    <VisuallyHidden>From </VisuallyHidden>
                    {entry.cogs_record.source}
                  </small>
                )}
              </th>
              <td role="cell" data-label="Period Start">
                {dateText(entry.period_start)}
              </td>
              <td role="cell" data-label="Period End">
                {dateText(entry.period_end)}
              </td>
              <td role="cell" data-label="Duration (Days)">
                {formatNumber(entry.duration_days)}
              </td>
              <td role="cell" className="cogs-table__status">
                <Badge tone={TONES[status]}>{status}</Badge>
              </td>
              <td role="cell">
                <div className="cogs-table__actions">
                  <Button
                    tone="quiet"
                    icon={<EditIcon />}
                    aria-label={`Edit ${periodText(entry)}`}
                    onClick={() => onEdit(entry)}
                  >
                    Edit
                  </Button>
                  <Button
                    tone="quiet"
                    icon={<DeleteIcon />}
                    aria-label={`Delete ${periodText(entry)}`}
                    onClick={() => onDelete(entry)}
                  >
                    Delete
                  </Button>
                </div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </div>
);
