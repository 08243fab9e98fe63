/** When things were watched on social media: told from the filling, so that the newest are always of yesterday. */
const HOUR = 3_600_000;

/** How many hours ago the watching began: what happened `hoursIn` up to 8,000 hours later lies a day or more back. */
const BEGAN = 8_050;

/** The time `hoursIn` hours after the watching began. */
export const watchedAt = (now: Date, hoursIn: number): string =>
  new Date(now.getTime() + Math.floor((hoursIn - BEGAN) * HOUR)).toISOString();
