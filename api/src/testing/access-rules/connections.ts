import type { Db, Rules } from './rule';

const newConnection = (db: Db, company_id: number) =>
  db
    .insertInto('connections')
    .values({
      company_id,
      source: 'shopify' as const,
      external_id: 'acme',
      external_name: 'acme',
      settings: {},
      state: 'ok',
      confirmed_at: '2026-01-01T00:00:00Z',
      created_by: null,
      updated_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

const newCredential = (db: Db, company_id: number) =>
  db
    .insertInto('credentials')
    .values({
      company_id,
      source: 'shopify' as const,
      kind: 'token' as const,
      label: 'Store',
      created_by: null,
      updated_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** A connection with a run that asks. */
const newRun = async (db: Db, companyId: number) => {
  const { id } = await newConnection(db, companyId);
  const { id: run_id } = await db
    .insertInto('sync_runs')
    .values({ connection_id: id, cause: 'person', status: 'asking' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, run_id };
};

const readers = { may: 'signed in' } as const;
const writers = { may: ['CompanyAdmin', 'AaasAdmin'] } as const;
const ofConnection = { ...writers, record: newConnection };
const ofCredential = { ...writers, record: newCredential };
const ofRun = { ...writers, record: newRun };

export const connectionRules: Rules = {
  'GET /api/credentials': { ...readers, success: 200 },
  'GET /api/credentials/ids': { ...readers, success: 200 },
  'GET /api/credentials/:id': { ...readers, success: 200, record: newCredential },
  'POST /api/credentials': {
    ...writers,
    success: 201,
    body: (company_id) => ({ company_id, source: 'shopify', kind: 'token', label: 'Store', secret: 'shpat_1' }),
    stranger: 404,
  },
  'PATCH /api/credentials/:id': { ...ofCredential, success: 200, body: () => ({ label: 'Other' }) },
  'DELETE /api/credentials/:id': { ...ofCredential, success: 204 },

  'GET /api/connections': { ...readers, success: 200 },
  'GET /api/connections/ids': { ...readers, success: 200 },
  'GET /api/connections/:id': { ...readers, success: 200, record: newConnection },
  // The company has no key.
  'POST /api/connections': {
    ...writers,
    success: 400,
    body: (company_id) => ({ company_id, source: 'shopify', external_id: 'acme' }),
    stranger: 404,
  },
  'PATCH /api/connections/:id': { ...ofConnection, success: 200, body: () => ({ settings: { costs: 'off' } }) },
  'DELETE /api/connections/:id': { ...ofConnection, success: 204 },
  'POST /api/connections/:id/test': { ...ofConnection, success: 200 },
  'POST /api/connections/:id/preview': { ...ofConnection, success: 202 },
  'POST /api/connections/:id/sync': { ...ofConnection, success: 202 },
  'POST /api/connections/:id/pause': { ...ofConnection, success: 200 },
  'POST /api/connections/:id/resume': { ...ofConnection, success: 400 },
  'POST /api/connections/:id/match': { ...ofConnection, success: 204, body: () => ({ key: '1', record_id: null }) },
  'GET /api/connections/:id/runs': { ...readers, success: 200, record: newConnection },
  'GET /api/connections/:id/runs/:run_id': { ...readers, success: 200, record: newRun },
  'POST /api/connections/:id/runs/:run_id/confirm': { ...ofRun, success: 200 },
  'POST /api/connections/:id/runs/:run_id/stop': { ...ofRun, success: 204 },
  'POST /api/companies/:id/test-klaviyo': { ...writers, success: 400 },
};
