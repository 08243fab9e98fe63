/** Sign-in on the wire (specification 1 §3, §7; DECISIONS §2, §3). */
import { flag, response, id, listOf, object, oneOf, secretText, text, type Infer } from './schema';

/** The groups that decide what a person may do (specification 1 §6). */
export const GROUPS = ['CompanyAdmin', 'SocialMediaManager', 'AdManager', 'AaasAdmin', 'Admin'] as const;
export type Group = (typeof GROUPS)[number];

/** A code of the app, or a recovery code. */
export const secondFactorCode = secretText('Code', { minLength: 6, maxLength: 40 });

/** A code that another way of signing in gave: good once, for a minute. */
export const signInCode = secretText('Sign-in Code', { minLength: 1, maxLength: 200 });

/**
 * Body of POST /token/pair, with a code where the response without one asks for it (DECISIONS §15). Length limits keep a hash
 * from being asked of a megabyte.
 */
export const credentials = object(
  {
    username: text('Username', { minLength: 1, maxLength: 255 }),
    password: secretText('Password', { minLength: 1, maxLength: 1024 }),
    code: secondFactorCode,
  },
  ['username', 'password'],
);

/** The same call after another way of signing in: these, or a sign-in code, never both. */
export const signInBody = object({ ...credentials.properties, sign_in_code: signInCode }, []);

/** Response of POST /token/pair: a 15-minute access token and a 7-day refresh token. */
export const tokenPair = response({ access: text('Access token', {}), refresh: text('Refresh token', {}) });

/** Body of POST /token/refresh and of POST /token/revoke. */
export const refreshBody = object({ refresh: secretText('Refresh token', { minLength: 1, maxLength: 4096 }) }, [
  'refresh',
]);

/** Response of POST /token/refresh. */
export const accessResponse = response({ access: text('Access token', {}) });

/**
 * Response of GET /users/me. For members of AaasAdmin `companies` is every company. Where a second factor has to be set up
 * first, `must_set_up_factor` says so, and there are no companies and groups until then (DECISIONS §15).
 */
export const currentUser = object(
  {
    id,
    username: text('Username', {}),
    email: text('Email', {}),
    companies: listOf(response({ id, name: text('Name', {}), slug: text('Slug', {}) })),
    groups: listOf(oneOf('Group', GROUPS)),
    must_set_up_factor: flag('Must Set Up a Second Factor', {}),
  },
  ['id', 'username', 'email', 'companies', 'groups'],
);

export type Credentials = Infer<typeof credentials>;
export type SignInBody = Infer<typeof signInBody>;
export type TokenPair = Infer<typeof tokenPair>;
export type CurrentUser = Infer<typeof currentUser>;
