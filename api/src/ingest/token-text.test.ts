import { createHash } from 'node:crypto';
import { isOf, lookupIn, newSecret } from './token-text';

it('a token is swi_, 8 characters, _, 32 and a checksum of 6, all base 62', () => {
  const { token, lookup, hash } = newSecret();
  expect(token).toMatch(/^swi_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
  expect(lookupIn(token)).toBe(lookup);
  expect(token.slice(4, 12)).toBe(lookup);
  expect(hash).toEqual(createHash('sha256').update(token).digest());
  expect(isOf(token, hash)).toBe(true);
});

it('no two are alike', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newSecret().token)).size).toBe(1000);
});

it('a mistyped or cut token is told without the database', () => {
  const { token } = newSecret();
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'x' ? 'y' : 'x';
    expect(lookupIn(token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
  }
  for (const text of [
    '',
    'swi_',
    token.slice(1),
    token.slice(0, -1),
    `${token}x`,
    `${token}\n`,
    token.replace('swi', 'SWI'),
  ])
    expect(lookupIn(text)).toBeNull();
});

it('of another token, the hash is another', () => {
  expect(isOf(newSecret().token, newSecret().hash)).toBe(false);
});
