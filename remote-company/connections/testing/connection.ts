import type { Connection } from 'contract/company/connections';

export const times = { created_at: '2026-11-01T12:00:00.000Z', updated_at: '2026-11-02T12:00:00.000Z' };
export const people = { created_by_username: 'admin', last_updated_by_username: 'admin' };
/** A store that is read. */
export const connection: Connection = {
  id: 7,
  company_id: 4,
  company_name: 'Harbor & Pine',
  source: 'shopify',
  external_id: 'harbor',
  external_name: 'Harbor Store',
  credential_id: null,
  credential_label: null,
  credential_expires_at: null,
  settings: { costs: 'off' },
  currency: 'USD',
  zone: 'America/New_York',
  state: 'ok',
  state_message: null,
  error_code: null,
  waiting_until: null,
  failures: 0,
  confirmed_at: times.created_at,
  next_run_at: '2026-11-25T08:00:00.000Z',
  last_success_at: '2026-11-24T08:00:00.000Z',
  paused_by: null,
  open_run_id: null,
  spend_through: null,
  ...times,
  ...people,
};
