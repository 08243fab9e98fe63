/** An authenticator that holds one passkey, as a browser would ask it. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAdded, PasskeyCreation, PasskeyRequest, SignInCode } from 'contract/people/passkeys';
import type { Person, TestResponse } from './console';

export const ORIGIN = 'http://localhost:8080';
const HEADERS = { origin: ORIGIN };

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** The few kinds of CBOR that an attestation is made of. */
const cbor = {
  head(kind: number, size: number) {
    if (size < 24) return Buffer.of((kind << 5) | size);
    return size < 256 ? Buffer.of((kind << 5) | 24, size) : Buffer.of((kind << 5) | 25, size >> 8, size & 255);
  },
  integer: (value: number) => (value < 0 ? cbor.head(1, -1 - value) : cbor.head(0, value)),
  bytes: (value: Buffer) => Buffer.concat([cbor.head(2, value.length), value]),
  text: (value: string) => Buffer.concat([cbor.head(3, value.length), Buffer.from(value)]),
  map: (...entries: Buffer[]) => Buffer.concat([cbor.head(5, entries.length / 2), ...entries]),
};

const PRESENT = 1;
const VERIFIED = 4;
const HAS_KEY = 64;

/** The changes that an attack makes of an otherwise right answer. */
export interface Forgery {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly isVerified?: boolean;
  readonly count?: number;
}

/** Makes an authenticator. */
export function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let signed = 0;
  const clientData = (type: string, challenge: string, origin = ORIGIN) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, { isVerified = true, count = (signed += 1) }: Forgery, key?: Buffer) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (key ? HAS_KEY : 0);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counted, key ?? Buffer.alloc(0)]);
  };
  const attested = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = cbor.map(
      cbor.integer(1),
      cbor.integer(2),
      cbor.integer(3),
      cbor.integer(-7),
      cbor.integer(-1),
      cbor.integer(1),
      cbor.integer(-2),
      cbor.bytes(Buffer.from(x, 'base64url')),
      cbor.integer(-3),
      cbor.bytes(Buffer.from(y, 'base64url')),
    );
    return Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cose]);
  };
  return {
    /** Makes a passkey by these options. */
    create({ challenge, rp }: PasskeyCreation, forged: Forgery = {}) {
      const data = authenticatorData(forged.rpId ?? rp.id, forged, attested());
      const attestation = cbor.map(
        cbor.text('fmt'),
        cbor.text('none'),
        cbor.text('attStmt'),
        cbor.map(),
        cbor.text('authData'),
        cbor.bytes(data),
      );
      return {
        name: 'Test key',
        credential_id: base64url(id),
        client_data: base64url(clientData('webauthn.create', forged.challenge ?? challenge, forged.origin)),
        attestation: base64url(attestation),
        transports: ['internal'],
      };
    },
    /** The answer to these options. */
    get({ challenge, rpId }: PasskeyRequest, forged: Forgery = {}) {
      const data = authenticatorData(forged.rpId ?? rpId, forged);
      const client = clientData('webauthn.get', forged.challenge ?? challenge, forged.origin);
      return {
        credential_id: base64url(id),
        client_data: base64url(client),
        authenticator_data: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      };
    },
  };
}

export type TestAuthenticator = ReturnType<typeof newAuthenticator>;

/** Adds the passkey of a new authenticator to somebody who has just signed in. */
export async function addPasskey(person: Person) {
  const authenticator = newAuthenticator();
  const { body } = await person.post<PasskeyCreation>('/users/me/passkeys/options', undefined, HEADERS);
  const added = await person.post<PasskeyAdded>('/users/me/passkeys', authenticator.create(body), HEADERS);
  if (added.status !== 201) throw new Error(`The passkey was not added: ${added.status} ${added.text}`);
  return { authenticator, ...added.body };
}

/** How a browser is to answer. */
export const passkeyOptions = async (nobody: Person): Promise<PasskeyRequest> =>
  (await nobody.post<PasskeyRequest>('/token/passkey/options', undefined, HEADERS)).body;

/** Sends an answer. */
export const answer = (nobody: Person, body: object): Promise<TestResponse<SignInCode & { detail: string }>> =>
  nobody.post('/token/passkey', body, HEADERS);
