import { sql } from 'kysely';
import type { BackgroundStep } from './background-step';

/** Finds, of entries from before migration 0100, those that are not the first of their operation's changes alike. */
export const operationsAsLines: BackgroundStep = {
  name: '0100_operations_as_lines',
  title: 'Activity: putting changes that were made together on one line',
  table: 'audit_log',
  run: (db, { from, to }) =>
    sql`
      update audit_log as entry set is_first = false
      where id between ${from} and ${to} and is_first and exists (
        select from audit_log as earlier
        where coalesce(earlier.operation_id, earlier.request_id) = coalesce(entry.operation_id, entry.request_id)
          and earlier.id < entry.id and (earlier.action, earlier.resource) = (entry.action, entry.resource)
          and earlier.company_id is not distinct from entry.company_id)`.execute(db),
};
