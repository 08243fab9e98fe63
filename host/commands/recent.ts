/** Places a person has gone to from the palette, the newest first, remembered in this browser. */
import { localChoice } from 'shared-auth';
import type { Place } from './places';

const MAX_RECENT = 8;

const remembered = (userId: number) => localChoice(`recent:${userId}`);

const isPlace = (value: unknown): value is Place => {
  const { to, label, hint } = (value ?? {}) as Partial<Place>;
  return [to, label, hint].every((text) => typeof text === 'string') && to?.startsWith('/') === true;
};

/** Stored data may be anything; an entry that is not a place counts as absent. */
export function recentPlaces(userId: number): readonly Place[] {
  try {
    const stored: unknown = JSON.parse(remembered(userId).read() ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return [];
  }
}

/** Puts a place first. */
export function rememberPlace(userId: number, { to, label, hint }: Place): void {
  const others = recentPlaces(userId).filter((place) => place.to !== to);
  remembered(userId).write(JSON.stringify([{ to, label, hint }, ...others].slice(0, MAX_RECENT)));
}
