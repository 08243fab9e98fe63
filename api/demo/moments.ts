const BEGIN = Date.parse('2025-02-03T08:00:00.000Z');
const HOUR = 3_600_000;

/** A moment so many hours after the first thing that was watched on social media. */
export const hoursLater = (hours: number): string => new Date(BEGIN + Math.floor(hours * HOUR)).toISOString();
