/** The texts of a variant's row about its names and its synchronisation (specification 1 §2, §4). */
const HOUR = 3_600_000;
const HOURS_A_DAY = 24;

/** 'Never synced', 'Nh ago' under 24 hours, 'Nd ago' otherwise; of a clock that is ahead of ours, '0h ago'. */
export function syncAge(lastSyncedAt: string | null, now: number): string {
  if (lastSyncedAt === null) return 'Never synced';
  const hours = Math.max(0, Math.floor((now - Date.parse(lastSyncedAt)) / HOUR));
  return hours < HOURS_A_DAY ? `${hours}h ago` : `${Math.floor(hours / HOURS_A_DAY)}d ago`;
}

/** Whether a name is 'Overridden': its override is set and differs from the cached name. */
export const isOverridden = (override: string | null, cached: string): boolean =>
  override !== null && override.trim() !== '' && override !== cached;
