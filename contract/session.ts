/** Sign-in on the wire (specification 1 §3, §7; DECISIONS §2, §3). */
import { response, id, listOf, object, oneOf, secretText, text, type Infer } from './schema';

/** The groups that decide what a person may do (specification 1 §6). */
export const GROUPS = ['CompanyAdmin', 'SocialMediaManager', 'AdManager', 'AaasAdmin', 'Admin'] as const;
export type Group = (typeof GROUPS)[number];

/** Body of POST /token/pair. Length limits keep a hash from being asked of a megabyte. */
export const credentials = object(
  {
    username: text('Username', { minLength: 1, maxLength: 255 }),
    password: secretText('Password', { minLength: 1, maxLength: 1024 }),
  },
  ['username', 'password'],
);

/** Response of POST /token/pair: a 15-minute access token and a 7-day refresh token. */
export const tokenPair = response({ access: text('Access token', {}), refresh: text('Refresh token', {}) });

/** Body of POST /token/refresh and of POST /token/revoke. */
export const refreshBody = object({ refresh: secretText('Refresh token', { minLength: 1, maxLength: 4096 }) }, [
  'refresh',
]);

/** Response of POST /token/refresh. */
export const accessResponse = response({ access: text('Access token', {}) });

/** Response of GET /users/me. For members of AaasAdmin `companies` is every company. */
export const currentUser = response({
  id,
  username: text('Username', {}),
  email: text('Email', {}),
  companies: listOf(response({ id, name: text('Name', {}), slug: text('Slug', {}) })),
  groups: listOf(oneOf('Group', GROUPS)),
});

export type Credentials = Infer<typeof credentials>;
export type TokenPair = Infer<typeof tokenPair>;
export type CurrentUser = Infer<typeof currentUser>;
