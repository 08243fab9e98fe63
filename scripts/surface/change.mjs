// What a change of a public surface asks of the version: a major for what was taken away or became stricter, a minor
// for what was added or became looser.
import { GIVEN } from './declarations.mjs';

const bare = (line) => (line.endsWith(GIVEN) ? line.slice(0, -GIVEN.length) : line);
/** What a line is about: an export or a type behind one. */
const ownerOf = (line) => /^\S+ [\w$]+/.exec(line)?.[0];
/** What a caller sends, by the names that the contract gives it: of that, one more required property breaks callers. */
const SENT = /(?:Write|Patch|Body|Query|credentials)$|\.(?:create|replace|update)$/;

/**
 * @param {readonly string[]} before lines of the recorded surface
 * @param {readonly string[]} now
 * @returns {{ level: 'none' | 'minor' | 'major', breaking: string[], added: string[] }} the lines that decide
 */
export function changeOf(before, now) {
  const [old, present] = [new Set(before.map(bare)), new Set(now.map(bare))];
  const removed = [...old].filter((line) => !present.has(line));
  const added = [...new Set(now)].filter((line) => !old.has(bare(line)));
  const wasThere = new Set(before.map(ownerOf));
  const breaking = [
    ...removed.filter((line) => !added.some((other) => isLooser(line, other))).map((line) => `- ${line}`),
    ...added.filter((line) => asksMore(line) && wasThere.has(ownerOf(line))).map((line) => `+ ${line}`),
  ];
  const level = breaking.length > 0 ? 'major' : removed.length + added.length > 0 ? 'minor' : 'none';
  return { level, breaking, added: added.map((line) => `+ ${line}`) };
}

function asksMore(line) {
  if (line.endsWith(GIVEN)) return true;
  const [, record] = /^\S+ (\S+) requires \S+$/.exec(line) ?? [];
  return record !== undefined && SENT.test(record);
}

const PROPERTY = /^(\S+ \S+) = (\{.*\})$/;
const LOOSER = {
  minLength: (a, b) => b <= a,
  minimum: (a, b) => b <= a,
  minItems: (a, b) => b <= a,
  maxLength: (a, b) => b >= a,
  maximum: (a, b) => b >= a,
  maxItems: (a, b) => b >= a,
  enum: (a, b) => a.every((one) => b.includes(one)),
};

/** Whether the second line is the same property with wider limits. */
function isLooser(line, other) {
  const [, name, one] = PROPERTY.exec(line) ?? [];
  const [, otherName, two] = PROPERTY.exec(other) ?? [];
  if (!name || name !== otherName) return false;
  const [a, b] = [JSON.parse(one), JSON.parse(two)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => {
    if (JSON.stringify(a[key]) === JSON.stringify(b[key])) return true;
    return b[key] === undefined ? key in LOOSER : a[key] !== undefined && (LOOSER[key]?.(a[key], b[key]) ?? false);
  });
}

const numbers = (version) => version.split('.').map(Number);
const isBelow = (one, other) => {
  const at = [0, 1, 2].find((index) => numbers(one)[index] !== numbers(other)[index]);
  return at !== undefined && numbers(one)[at] < numbers(other)[at];
};

/** The lowest version that may carry such a change. */
export function leastVersion(recorded, level) {
  const [major, minor] = numbers(recorded);
  if (level === 'major') return `${major + 1}.0.0`;
  return level === 'minor' ? `${major}.${minor + 1}.0` : recorded;
}

/** Null where the version suits the change, else the lowest that would. */
export function versionNeeded(recorded, level, version) {
  const least = leastVersion(recorded, level);
  return isBelow(version, least) ? least : null;
}
