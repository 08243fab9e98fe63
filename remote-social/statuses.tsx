import { Badge, type BadgeTone } from 'shared-ui';

const STATUSES = {
  active: { label: 'Active', tone: 'success' },
  pending: { label: 'Pending', tone: 'warning' },
  inactive: { label: 'Inactive', tone: 'secondary' },
  error: { label: 'Error', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: BadgeTone }>;

/** Every status of the social media screens; each noun's contract says which of them it knows. */
export type Status = keyof typeof STATUSES;

export const statusLabel = (status: Status): string => STATUSES[status].label;

/** The choices of a filter or a field. */
export const statusOptions = <const S extends Status>(statuses: readonly S[]) =>
  statuses.map((value) => ({ value, label: statusLabel(value) }));

/** A status in its colour (specification 2 §4.3). */
export const statusBadge = (status: Status, tone: BadgeTone = STATUSES[status].tone) => (
  <Badge tone={tone}>{statusLabel(status)}</Badge>
);
