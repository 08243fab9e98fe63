/** Words of a source, or about a call, as people, logs and rows may have them (DECISIONS §13): no secret, no markup, short. */

/** The most characters that are kept of a source's words. */
export const MAX_SOURCE_WORDS = 300;

const HIDDEN = '***';

/** Tokens and keys as the sources write them, whoever they belong to, and whatever stands behind a name of a secret. */
const SECRETS = [
  /\b(?:shp[a-z]{2}_|pk_|sk_|AIza|ya29\.|GOCSPX-)[\w-]{6,}/g,
  /\bEAA[0-9A-Za-z]{12,}/g,
  /\b(?:Bearer|Basic|Klaviyo-API-Key)\s+[^\s"',;]+/gi,
  // A cookie's pairs go on to the end of its line.
  /\b(?:set-)?cookie\b["']?\s*[:=][^\n\r]*/gi,
  /[?&]key=[^\s"'&]+/gi,
  /\b(?:access[_-]?token|refresh[_-]?token|client[_-]?secret|appsecret_proof|api[_-]?key|input_token|secret|password)["']?\s*[:=]\s*["']?[^\s"'&,;}]+/gi,
];

/**
 * The words of a source as one line of at most 300 characters.
 *
 * @param words anything; anything but text reads as empty
 * @param secrets the secrets of this call, removed wherever and however encoded they appear
 */
export function sourceWords(words: unknown, secrets: readonly string[]): string {
  if (typeof words !== 'string') return '';
  // No pattern looks at more than can matter; a secret that is cut here lies far behind what is kept.
  let text = wellFormed(words.slice(0, MAX_SOURCE_WORDS * 20));
  for (const secret of secrets)
    if (secret) for (const form of new Set(formsOf(secret))) text = text.replaceAll(form, HIDDEN);
  for (const pattern of SECRETS) text = text.replace(pattern, HIDDEN);
  text = text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[<>]/g, ' ')
    // Control characters, and those that turn the direction of a text.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...text];
  return characters.length <= MAX_SOURCE_WORDS ? text : `${characters.slice(0, MAX_SOURCE_WORDS - 1).join('')}…`;
}

/** The text without halves of surrogate pairs, which neither addresses nor the database take. */
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\uFFFD');

const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(wellFormed(secret)),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
];
