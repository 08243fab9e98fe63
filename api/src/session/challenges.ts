/**
 * Challenges of passkeys (DECISIONS §15): signed, so that none is stored before it is answered; whoever asks for many fills
 * nothing. That each is answered once is for who takes the answer.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a challenge may be answered. */
export const CHALLENGE_MS = 5 * 60 * 1000;
const NONCE = 16;
const TIME = 8;

/** Makes challenges and knows its own. */
export interface Challenges {
  /** One for this purpose: `sign in`, or adding a passkey in one session. */
  make(purpose: string): Buffer<ArrayBuffer>;
  /** Whether a challenge, base64url, was made here for this purpose, and has not run out. */
  isOurs(challenge: string, purpose: string): boolean;
}

/**
 * Challenges under one secret.
 *
 * @param now the present, in milliseconds since 1970
 */
export function challengesWith(secret: string, now: () => number = Date.now): Challenges {
  const sign = (signed: Buffer, purpose: string) =>
    createHmac('sha256', secret).update('passkey challenge\0').update(signed).update(purpose).digest();
  return {
    make(purpose) {
      const signed = Buffer.concat([randomBytes(NONCE), Buffer.alloc(TIME)]);
      signed.writeBigUInt64BE(BigInt(now() + CHALLENGE_MS), NONCE);
      return Buffer.concat([signed, sign(signed, purpose)]);
    },
    isOurs(challenge, purpose) {
      const bytes = Buffer.from(challenge, 'base64url');
      const signed = bytes.subarray(0, NONCE + TIME);
      const [given, expected] = [bytes.subarray(NONCE + TIME), sign(signed, purpose)];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      return Number(signed.readBigUInt64BE(NONCE)) > now();
    },
  };
}
