/** Recovery codes (DECISIONS §15): ten at a time, each good once, in place of a code of the app. */
import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from 'contract/people/account';

// Crockford's Base32: without I, L, O and U, which are taken for others.
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PARTS = 4;
const PART = 4;

const randomPart = () => Array.from({ length: PART }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');

/** New codes as they are shown, `K7QM-2XPA-93TD-HWRC`: 80 random bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: PARTS }, randomPart).join('-'));

/** The stored hash of a code, in whatever case and with whatever signs between its parts it was typed. */
export const recoveryCodeHash = (typed: string): Buffer =>
  createHash('sha256')
    .update(
      typed
        .normalize('NFKC')
        .toUpperCase()
        .replaceAll('O', '0')
        .replace(/[IL]/g, '1')
        .replace(/[^0-9A-Z]/g, ''),
    )
    .digest();
