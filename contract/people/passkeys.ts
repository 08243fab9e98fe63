/** Passkeys on the wire (DECISIONS §15): one's own, and signing in by one. What a browser makes and asks for keeps its names. */
import { count, dateTime, id, listOf, nullable, object, response, text, type Infer } from '../schema';

/** How many passkeys a person has at most. */
export const MOST_PASSKEYS = 20;

const bytes = <const T extends string>(title: T, maxLength: number) =>
  text(title, { minLength: 1, maxLength, pattern: '^[\\w-]+$' });
const name = text('Name', { minLength: 1, maxLength: 60 });

/** One's own passkey. */
export const passkey = response({
  id,
  name,
  created_at: dateTime('Added'),
  last_used_at: nullable(dateTime('Last Used')),
});

/** Response of GET /users/me/passkeys. */
export const passkeys = response({ items: listOf(passkey), total: count('Total') });

/** Response of POST /users/me/passkeys/options: how a browser is to make one. */
export const passkeyCreation = response({
  challenge: text('Challenge'),
  rp: response({ id: text('Id'), name: text('Name') }),
  user: response({ id: text('Id'), name: text('Name'), displayName: text('Display Name') }),
  pubKeyCredParams: listOf(response({ type: text('Type'), alg: { type: 'integer', title: 'Algorithm' } as const })),
  timeout: count('Timeout'),
  excludeCredentials: listOf(response({ id: text('Id'), type: text('Type') })),
  authenticatorSelection: response({ residentKey: text('Resident Key'), userVerification: text('User Verification') }),
});

/** Body of POST /users/me/passkeys: what the browser made. */
export const passkeyAdd = object(
  {
    name,
    credential_id: bytes('Credential', 1400),
    client_data: bytes('Client Data', 8000),
    attestation: bytes('Attestation', 60_000),
    transports: listOf(text('Transport', { maxLength: 30 }), { title: 'Transports', maxItems: 10 }),
  },
  ['name', 'credential_id', 'client_data', 'attestation'],
);

/** Response of POST /users/me/passkeys; with the first factor come recovery codes, which are in this response alone. */
export const passkeyAdded = response({
  passkey,
  recovery_codes: listOf(text('Code'), { title: 'Recovery Codes' }),
});

/** Body of PATCH /users/me/passkeys/{id}. */
export const passkeyRename = object({ name }, ['name']);

/** Response of POST /token/passkey/options: how a browser is to use one. */
export const passkeyRequest = response({
  challenge: text('Challenge'),
  rpId: text('Id'),
  timeout: count('Timeout'),
  userVerification: text('User Verification'),
});

/** Body of POST /token/passkey: the browser's answer. */
export const passkeyAnswer = object(
  {
    credential_id: bytes('Credential', 1400),
    client_data: bytes('Client Data', 8000),
    authenticator_data: bytes('Authenticator Data', 8000),
    signature: bytes('Signature', 8000),
  },
  ['credential_id', 'client_data', 'authenticator_data', 'signature'],
);

/** Response of POST /token/passkey: a code that signs in at POST /token/pair, once, within a minute. */
export const signInCode = response({ sign_in_code: text('Code') });

export type Passkey = Infer<typeof passkey>;
export type Passkeys = Infer<typeof passkeys>;
export type PasskeyCreation = Infer<typeof passkeyCreation>;
export type PasskeyAdd = Infer<typeof passkeyAdd>;
export type PasskeyAdded = Infer<typeof passkeyAdded>;
export type PasskeyRename = Infer<typeof passkeyRename>;
export type PasskeyRequest = Infer<typeof passkeyRequest>;
export type PasskeyAnswer = Infer<typeof passkeyAnswer>;
export type SignInCode = Infer<typeof signInCode>;
