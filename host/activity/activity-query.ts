import { auditQuery } from 'contract/history';
import { AUDIT_ACTIONS, AUDIT_KINDS } from 'contract/history-kinds';
import { calendarDate, choice, object, type Infer } from 'contract/schema';

const { properties } = auditQuery;

/** The log's query with the words that it knows, and with whole days of the reader in place of moments. */
export const activityQuery = object(
  {
    ...properties,
    resource: choice('Kind', AUDIT_KINDS),
    action: choice('Action', AUDIT_ACTIONS),
    since: calendarDate('From', {}),
    until: calendarDate('To', {}),
    record_id: { ...properties.record_id, title: 'Record ID' },
    operation_id: { ...properties.operation_id, title: 'Request ID' },
  },
  [],
);

export type ActivityQuery = Infer<typeof activityQuery>;
