/**
 * The text of a machine token (DECISIONS §14): `swi_`, 8 characters by which it is looked up, `_`, 32 random ones, and a
 * checksum of 6 that tells a mistyped or cut one without asking the database. All are base 62, so that a double click
 * selects the whole.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'swi_';
const LOOKUP = 8;
const RANDOM = 32;
const CHECKSUM = 6;

/** A new secret: the whole token, which is shown once, and what is stored of it. */
export interface NewSecret {
  readonly token: string;
  readonly lookup: string;
  readonly hash: Buffer;
}

/** Makes a secret: beside the part by which it is looked up 190 random bits. */
export function newSecret(): NewSecret {
  const lookup = randomText(LOOKUP);
  const body = `${PREFIX}${lookup}_${randomText(RANDOM)}`;
  const token = `${body}${checksumOf(body)}`;
  return { token, lookup, hash: hashOf(token) };
}

/** The part of a token by which it is looked up; null for a text of another form or checksum. */
export function lookupIn(token: string): string | null {
  const [, body = '', lookup = '', checksum] =
    /^(swi_([0-9A-Za-z]{8})_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(token) ?? [];
  return checksum !== undefined && checksum === checksumOf(body) ? lookup : null;
}

/** Whether a token is the one that this was stored of, in a time that does not tell how much of it is right. */
export const isOf = (token: string, hash: Buffer): boolean => timingSafeEqual(hashOf(token), hash);

/** The visible prefix of a token's secret. */
export const HINT_PREFIX = PREFIX;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

function checksumOf(text: string): string {
  let rest = crc32(text);
  return Array.from({ length: CHECKSUM }, () => {
    const digit = ALPHABET[rest % ALPHABET.length];
    rest = Math.floor(rest / ALPHABET.length);
    return digit;
  }).join('');
}
