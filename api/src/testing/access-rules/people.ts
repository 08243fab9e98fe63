import type { Person } from '../console';
import type { Db, Rules } from './rule';

const admins = { may: ['AaasAdmin'] } as const;
const user = (db: Db, companyId: number, password_hash: string | null) =>
  db
    .insertInto('users')
    .values({
      username: `Person ${companyId} ${password_hash}`,
      username_key: `person ${companyId} ${password_hash}`,
      email: '',
      password_hash,
      disabled_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
const record = (db: Db, companyId: number) => user(db, companyId, 'x');
const ofPerson = { ...admins, success: 200, record };
const ofInvited = { ...admins, record: (db: Db, companyId: number) => user(db, companyId, null) };
const ruleBody = (companyId: number) => ({ provider: 'okta', claim: 'groups', value: `team ${companyId}` });
const rule = (db: Db, companyId: number) =>
  db
    .insertInto('sign_in_rules')
    .values({ ...ruleBody(companyId), groups: [], company_ids: [], updated_by: null })
    .returning('id')
    .executeTakeFirstOrThrow();
const ofRule = { ...admins, success: 200, record: rule };
const many = { ...admins, success: 200, body: () => ({ ids: [1_000_000], confirm: true }) };

const ofPasskey = {
  may: 'signed in' as const,
  record: async (db: Db, companyId: number, owner: Person) => {
    const credential_id = `${companyId} ${Math.random()}`;
    const { id: user_id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', owner.username)
      .executeTakeFirstOrThrow();
    return db
      .insertInto('user_passkeys')
      .values({ user_id, credential_id, public_key: Buffer.of(1), sign_count: 0, transports: [], name: 'Key' })
      .returning('id')
      .executeTakeFirstOrThrow();
  },
};

export const peopleRules: Rules = {
  'GET /api/sign-in-rules': { ...admins, success: 200 },
  'GET /api/sign-in-rules/ids': { ...admins, success: 200 },
  'POST /api/sign-in-rules': { ...admins, success: 201, body: ruleBody },
  'GET /api/sign-in-rules/:id': ofRule,
  'PATCH /api/sign-in-rules/:id': { ...ofRule, body: () => ({ value: 'other' }) },
  'DELETE /api/sign-in-rules/:id': { ...ofRule, success: 204 },
  'GET /api/people': { ...admins, success: 200 },
  'GET /api/people/ids': { ...admins, success: 200 },
  'GET /api/people/:id': ofPerson,
  'GET /api/people/:id/rights': ofPerson,
  'PATCH /api/people/:id': { ...ofPerson, body: () => ({ email: 'new@example.test' }) },
  'POST /api/people/:id/disable': ofPerson,
  'POST /api/people/:id/enable': ofPerson,
  'POST /api/people/:id/sign-out': ofPerson,
  'POST /api/people/:id/reset-second-factor': ofPerson,
  'POST /api/people/bulk/disable': many,
  'POST /api/people/bulk/enable': many,
  'POST /api/people/bulk/rights': many,
  'POST /api/people/invitations': { ...admins, success: 201, body: (id) => ({ username: `Invited ${id}` }) },
  'POST /api/people/:id/invitation': { ...ofInvited, success: 201 },
  'DELETE /api/people/:id/invitation': { ...ofInvited, success: 204 },
  // Open as such; these are of no invitation, whoever sends them.
  'POST /api/people/invitations/open': { may: 'anyone', success: 404, body: () => ({ token: 'x' }) },
  'POST /api/people/invitations/accept': {
    may: 'anyone',
    success: 404,
    body: () => ({ token: 'x', password: 'a long password' }),
  },
  'GET /api/users/me/sessions': { may: 'signed in', success: 200 },
  // With a wrong password.
  'POST /api/users/me/sessions/end': { may: 'signed in', success: 400, body: () => ({ current_password: 'x' }) },
  'POST /api/users/me/password': {
    may: 'signed in',
    success: 400,
    body: () => ({ current_password: 'x', new_password: 'tea at four o’clock' }),
  },
  'POST /api/users/me/verification': { may: 'signed in', success: 400, body: () => ({ current_password: 'x' }) },
  'GET /api/users/me/second-factor': { may: 'signed in', success: 200 },
  'POST /api/users/me/second-factor': { may: 'signed in', success: 201 },
  // With a wrong code, or before one is set up.
  'POST /api/users/me/second-factor/confirm': { may: 'signed in', success: 400, body: () => ({ code: '00000000' }) },
  'POST /api/users/me/second-factor/recovery-codes': { may: 'signed in', success: 400 },
  // The one that POST has started.
  'DELETE /api/users/me/second-factor': { may: 'signed in', success: 204 },
  'GET /api/users/me/passkeys': { may: 'signed in', success: 200 },
  // From no page of this console, or with an answer that no one asked for.
  'POST /api/users/me/passkeys/options': { may: 'signed in', success: 400 },
  'POST /api/users/me/passkeys': {
    may: 'signed in',
    success: 400,
    body: () => ({ name: 'Key', credential_id: 'x', client_data: 'x', attestation: 'x' }),
  },
  'PATCH /api/users/me/passkeys/:id': { ...ofPasskey, success: 200, body: () => ({ name: 'Another' }) },
  'DELETE /api/users/me/passkeys/:id': { ...ofPasskey, success: 204 },
  'POST /api/token/passkey/options': { may: 'anyone', success: 400 },
  'POST /api/token/passkey': {
    may: 'anyone',
    success: 400,
    body: () => ({ credential_id: 'x', client_data: 'x', authenticator_data: 'x', signature: 'x' }),
  },
  'GET /api/companies/:id/people': { ...admins, success: 200 },
};
