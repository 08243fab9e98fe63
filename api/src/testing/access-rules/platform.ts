import type { Person } from '../console';
import type { Db, Rules } from './rule';

export const companyBody = (id: number) => ({
  name: 'Name',
  slug: `slug-${id}`,
  logo_url: 'https://example.test/x.png',
  timezone: 'America/Denver',
});

/** Of the asking person, or, for the stranger, of somebody else. */
const ofView = {
  may: 'signed in' as const,
  record: async (db: Db, _companyId: number, owner: Person) => {
    const { id: user_id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', owner.username)
      .executeTakeFirstOrThrow();
    const shown = { query: '', columns: [], density: 'compact' as const, position: 0, is_default: false };
    return db
      .insertInto('views')
      .values({ user_id, list: 'knowledge', name: 'Mine', ...shown, group_name: null, updated_by: null })
      .returning('id')
      .executeTakeFirstOrThrow();
  },
};

/** The base of every area: the service itself, sign-in and companies. */
export const platformRules: Rules = {
  'GET /api/health': { may: 'anyone', success: 200 },
  'GET /api/ready': { may: 'anyone', success: 200 },
  'GET /api/openapi.json': { may: 'signed in', success: 200 },

  // Open as such; these tokens are rejected for what they are, whoever sends them.
  'POST /api/token/pair': { may: 'anyone', success: 401, body: () => ({ username: 'x', password: 'x' }) },
  'POST /api/token/refresh': { may: 'anyone', success: 401, body: () => ({ refresh: 'x' }) },
  'POST /api/token/revoke': { may: 'anyone', success: 401, body: () => ({ refresh: 'x' }) },
  'GET /api/users/me': { may: 'signed in', success: 200 },

  'GET /api/users/me/pins': { may: 'signed in', success: 200 },
  'PUT /api/users/me/pins': {
    may: 'signed in',
    success: 200,
    body: (id) => ({ company_ids: [id] }),
    stranger: 404,
  },
  'GET /api/search': { may: 'signed in', success: 200, query: () => '?q=a' },
  'GET /api/views': { may: 'signed in', success: 200, query: () => '?list=companies' },
  'POST /api/views': { may: 'signed in', success: 201, body: (id) => ({ list: `ads-list-${id}`, name: 'Mine' }) },
  'PATCH /api/views/:id': { ...ofView, success: 200, body: () => ({ name: 'Ours' }) },
  'DELETE /api/views/:id': { ...ofView, success: 204 },
  'GET /api/dashboard/spend': { may: 'signed in', success: 200, query: (id) => `?company_id=${id}`, stranger: 404 },
  'GET /api/dashboard/summary': {
    may: 'signed in',
    success: 200,
    query: (id) => `?company_id=${id}`,
    stranger: 404,
  },

  'POST /api/client-errors': {
    may: 'signed in',
    success: 204,
    body: () => ({ area: 'host', path: '/', message: 'A test' }),
  },

  'GET /api/companies': { may: 'signed in', success: 200 },
  'GET /api/companies/ids': { may: 'signed in', success: 200 },
  'GET /api/companies/search': { may: 'signed in', success: 200 },
  'GET /api/companies/:id': { may: 'signed in', success: 200 },
  'PUT /api/companies/:id': { may: ['CompanyAdmin', 'AaasAdmin'], success: 200, body: companyBody },
  'PATCH /api/companies/:id': { may: ['CompanyAdmin', 'AaasAdmin'], success: 200, body: () => ({ name: 'New' }) },
  'POST /api/companies': { may: ['AaasAdmin'], success: 201, body: companyBody },
  'POST /api/companies/:id/duplicate': { may: ['AaasAdmin'], success: 201 },
  'DELETE /api/companies/:id': { may: ['AaasAdmin'], success: 204 },
  'POST /api/companies/bulk/delete': { may: ['AaasAdmin'], success: 200, body: (id) => ({ ids: [id] }) },
};
