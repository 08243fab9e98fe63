// The names, keys and spend that the sources and those who read them agree on, by a company's or an ad's place.
export const storeOf = (at) => `store-${at}`;
export const tokenOf = (at) => `shpat_${String(at).padStart(32, '0')}`;
export const accountOf = (at) => `act_${9_000_000 + at}`;
export const META_TOKEN = 'EAA'.padEnd(40, 'x');
/** Today in UTC, in days since 1970-01-01. */
export const lastDay = () => Math.floor(Date.now() / 86_400_000);
/** The spend of an ad on a day, in cents. */
export const centsOn = (ad, day) => ((ad * 31 + day * 17) % 9000) + 1;
