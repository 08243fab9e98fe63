import { leastProcessorTime } from '../testing/processor-time';
import { nearDuplicates } from './near-tags';

const near = (...names: string[]) => Object.fromEntries(nearDuplicates(names));

it.each([
  ['case', 'Sale', 'SALE'],
  ['marks', 'Café', 'cafe'],
  ['spaces', 'Black Friday', 'blackfriday'],
  ['punctuation', 'A/B-test', 'ab test'],
  ['a letter more', 'Summer', 'Sumer'],
  ['another letter', 'Spring', 'Sprint'],
  ['a letter at the end', 'Promos', 'Promo'],
])('names that differ in %s are near-duplicates', (_what, one, other) => {
  expect(near(one, other)).toEqual({ [one]: [other], [other]: [one] });
});

it.each([
  ['four letters, one apart', 'Sale', 'Tale'],
  ['four letters and five', 'Sale', 'Sales'],
  ['figures', 'Video 1', 'Video 2'],
  ['a figure more', 'Video 1', 'Video 12'],
  ['two letters', 'Summer', 'Summit'],
  ['symbols', '🔥', '💧'],
  ['nothing but punctuation', '!', '?'],
])('%s: none', (_what, one, other) => {
  expect(near(one, other)).toEqual({});
});

it('names every one of several, in order', () => {
  expect(near('promo', 'Promo!', 'promos', 'other')).toEqual({
    promo: ['Promo!', 'promos'],
    'Promo!': ['promo', 'promos'],
    promos: ['Promo!', 'promo'],
  });
});

it('is quick with many: 10,000 names in less than two seconds of work', async () => {
  const names = Array.from({ length: 10_000 }, (_, nth) => `campaign ${nth.toString(36)} of the season`);
  const taken = await leastProcessorTime(async () => void nearDuplicates(names));
  expect(taken).toBeLessThan(2000);
});
