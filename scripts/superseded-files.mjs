// The hashed files of earlier builds stay beside those of the newest for a day, so that pages that were open before go on.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const DAY = 24 * 60 * 60 * 1000;
// No source maps: they are not served.
const HASHED = /\.[0-9a-f]{12}\.(js|css)(\.br|\.gz)?$/;
const NOTE = '.superseded.json';

/** The files of a folder that are of earlier builds, by name: since when, in milliseconds since 1970. */
export function supersededIn(dist) {
  const note = path.join(dist, NOTE);
  return existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : {};
}

/**
 * Reads the files of the builds before, which are about to be removed.
 *
 * @param dist the folder of a build, which need not be there
 * @param now milliseconds since 1970; what was superseded a day before that is forgotten
 * @returns `putBack`, which writes them into the folder of the new build
 */
export function takeSuperseded(dist, now) {
  const note = path.join(dist, NOTE);
  const since = supersededIn(dist);
  const kept = (existsSync(dist) ? readdirSync(dist) : [])
    .filter((name) => HASHED.test(name) && now - (since[name] ?? now) < DAY)
    .map((name) => ({ name, content: readFileSync(path.join(dist, name)), at: since[name] ?? now }));
  return {
    putBack() {
      const old = kept.filter(({ name }) => !existsSync(path.join(dist, name)));
      for (const { name, content } of old) writeFileSync(path.join(dist, name), content);
      writeFileSync(note, JSON.stringify(Object.fromEntries(old.map(({ name, at }) => [name, at]))));
    },
  };
}
