import type { Db, Rules } from './rule';

const DAY = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

const token = (companyId: number) => ({
  name: `Pipeline ${companyId}`,
  company_ids: [companyId],
  scopes: ['ingest:facebook-ads' as const],
  expires_at: inDays(30),
});
const record = (db: Db, companyId: number) =>
  db
    .insertInto('ingest_tokens')
    .values({ ...token(companyId), created_by: null, updated_by: null })
    .returning('id')
    .executeTakeFirstOrThrow();
const admins = { may: ['AaasAdmin'] } as const;
/** Calls that no person may make, whatever their groups. */
const machines = { may: 'machines' as const, success: 401, body: () => ({}) };

export const ingestRules: Rules = {
  'GET /api/ingest-tokens': { ...admins, success: 200 },
  'GET /api/ingest-tokens/ids': { ...admins, success: 200 },
  'POST /api/ingest-tokens': { ...admins, success: 201, body: token },
  'GET /api/ingest-tokens/:id': { ...admins, success: 200, record },
  'PATCH /api/ingest-tokens/:id': { ...admins, success: 200, record, body: () => ({ name: 'New' }) },
  'DELETE /api/ingest-tokens/:id': { ...admins, success: 204, record },
  'POST /api/ingest-tokens/:id/rotate': { ...admins, success: 200, record, body: () => ({ overlap: '24h' }) },
  'PUT /api/ingest/facebook-ads': machines,
  'PUT /api/ingest/product-variants': machines,
  'PUT /api/ingest/social-media-posts': machines,
};
