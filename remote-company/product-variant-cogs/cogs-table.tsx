import type { CogsTimelineEntry } from 'api/contract/company/product-variant-cogs';
import { Badge, Button, DeleteIcon, EditIcon, formatCurrency, formatNumber, VisuallyHidden } from 'shared-ui';
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
  <div className="cogs-frame" role="region" aria-label="COGS timeline" tabIndex={0}>
    <table className="cogs-table">
      <caption>
        <VisuallyHidden>COGS timeline, newest first</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">COGS Amount</th>
          <th scope="col">Period Start</th>
          <th scope="col">Period End</th>
          <th scope="col">Duration (Days)</th>
          <th scope="col">Status</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const status = statusOf(entry, today);
          return (
            <tr key={entry.cogs_record.id}>
              <th scope="row">{formatCurrency(entry.cogs_record.cogs_amount)}</th>
              <td>{dateText(entry.period_start)}</td>
              <td>{dateText(entry.period_end)}</td>
              <td>{formatNumber(entry.duration_days)}</td>
              <td>
                <Badge tone={TONES[status]}>{status}</Badge>
              </td>
              <td>
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
