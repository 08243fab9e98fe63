/** The secrets of credentials: encrypted at rest, never returned (DECISIONS §13). */
import type { Secrets } from '../database/secrets';
import type { Secret } from './source';

/** The context a secret is bound to: who can write rows cannot move it to another credential. */
export const credentialPlace = (id: number): string => `credentials/${id}/secret`;

/** A stored credential, as far as it signs in. */
export interface StoredCredential {
  readonly id: number;
  readonly kind: Secret['kind'];
  readonly client_id: string | null;
  readonly secret: Buffer | null;
}

/** The credential as a client uses it; null where it has no secret. Throws where the key is not that of this service. */
export function openCredential(secrets: Secrets, { id, kind, client_id, secret }: StoredCredential): Secret | null {
  if (!secret) return null;
  const plain = secrets.open(secret, credentialPlace(id));
  return kind === 'client' ? { kind, clientId: client_id ?? '', secret: plain } : { kind, secret: plain };
}

// A short secret would be told by so many of its characters.
const LONG_SECRET = 20;
const HINT_LENGTH = 4;

/** The last characters of a long secret, to tell two apart; null of a short one. */
export const hintOf = (secret: string): string | null =>
  secret.length < LONG_SECRET ? null : secret.slice(-HINT_LENGTH);
