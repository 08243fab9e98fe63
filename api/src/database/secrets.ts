/** Write-only keys at rest: AES-256-GCM, bound to the record and field they belong to (DECISIONS §2). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Seals and opens secrets with one key. */
export interface Secrets {
  /** Encrypts `plain`; the result opens only for the same `place`, such as `companies/7/shopify_api_key`. */
  seal(plain: string, place: string): Buffer;
  /** The text that was sealed for this `place`; throws when key, place or a single bit differ. */
  open(sealed: Buffer, place: string): string;
}

// The first byte names the scheme, so that another one can follow without guessing.
const SCHEME = 1;
const IV = 12;
const TAG = 16;

/** Secrets under a key of 32 bytes. */
export const secretsWith = (key: Buffer): Secrets => ({
  seal(plain, place) {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG }).setAAD(Buffer.from(place));
    const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(SCHEME), iv, cipher.getAuthTag(), encrypted]);
  },
  open(sealed, place) {
    if (sealed[0] !== SCHEME) throw new Error('The secret is sealed by an unknown scheme');
    const iv = sealed.subarray(1, 1 + IV);
    const tag = sealed.subarray(1 + IV, 1 + IV + TAG);
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG })
      .setAAD(Buffer.from(place))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(1 + IV + TAG)), decipher.final()]).toString('utf8');
  },
});
