import fc from 'fast-check';
import { dateOf } from 'contract/calendar';
import type { CogsBulkItem } from 'contract/company/cogs-bulk';
import type { CogsRecord } from 'contract/company/product-variant-cogs';
import { brokenItem, saveItems, withPercent } from './cogs-bulk';
import { isWhole, planSave } from './cogs-timeline';

const LAST = 40;
const day = (number: number) => (number === 0 || number === LAST ? null : dateOf(20_000 + number));
const span = fc.uniqueArray(fc.integer({ min: 0, max: LAST }), { minLength: 2, maxLength: 2 }).map((days) => {
  const [first = 0, last = 0] = days.sort((a, b) => a - b);
  return { effective_start_date: day(first), effective_end_date: day(last) };
});
const item: fc.Arbitrary<CogsBulkItem> = fc
  .record({
    dates: span,
    cost: fc.oneof(
      fc.integer({ min: 1, max: 100_000 }).map((cents) => ({ cogs_amount: cents / 100 })),
      fc.integer({ min: -5000, max: 5000 }).map((hundredths) => ({ percent: hundredths / 100 })),
    ),
  })
  .map(({ dates, cost }) => ({ product_variant_id: 1, ...dates, ...cost }));
const batch = fc.array(item, { minLength: 1, maxLength: 12 });

const numbered = (items: readonly CogsBulkItem[]) =>
  items.map((one, index) => ({ index, item: one, source: `line ${index}` }));
/** Stored periods: what some saves leave on an empty variant. */
const storedBy = (items: readonly CogsBulkItem[]): CogsRecord[] =>
  saveItems([], 1, numbered(items)).difference.added.map((record, at) => ({
    ...record,
    id: at + 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  }));
type Place = Pick<CogsRecord, 'cogs_amount' | 'effective_start_date' | 'effective_end_date'>;
const textOf = ({ cogs_amount, effective_start_date, effective_end_date }: Place) =>
  `${cogs_amount} ${effective_start_date} ${effective_end_date}`;
const texts = (records: readonly Place[]) => records.map(textOf).sort();

/** The stored rows once the difference is written. */
const writtenTo = (
  stored: readonly CogsRecord[],
  { removed, changed, added }: ReturnType<typeof saveItems>['difference'],
) => [
  ...stored
    .filter(({ id }) => !removed.some((one) => one.id === id))
    .map((one) => changed.find(({ id }) => id === one.id) ?? one),
  ...added,
];

it('leaves what the saves one after the other leave, and counts what they count', () => {
  fc.assert(
    fc.property(batch, batch, (before, items) => {
      const stored = storedBy(before);
      const { forecast, difference } = saveItems(stored, 1, numbered(items));
      let rows = stored;
      let id = 1000;
      for (const one of forecast) {
        const asked = items[one.index] ?? {};
        const plan = planSave(rows, {
          id: null,
          product_variant_id: 1,
          cogs_amount: one.cogs_amount,
          source: null,
          created_at: null,
          updated_at: null,
          effective_start_date: asked.effective_start_date ?? null,
          effective_end_date: asked.effective_end_date ?? null,
        });
        expect(one).toMatchObject({ records_updated: plan.records_updated, records_ended: plan.records_ended });
        expect(one.records_removed).toBe(plan.removed.length);
        rows = plan.timeline.map((record) => ({
          ...record,
          id: record.id ?? (id += 1),
          created_at: '',
          updated_at: '',
        }));
      }
      expect(texts(writtenTo(stored, difference))).toEqual(texts(rows));
    }),
    { numRuns: 500 },
  );
});

it('leaves no overlap and no gap, and moves nothing that the forecast does not name', () => {
  fc.assert(
    fc.property(batch, batch, (before, items) => {
      const stored = storedBy(before);
      const { forecast, errors, difference } = saveItems(stored, 1, numbered(items));
      const after = writtenTo(stored, difference);
      expect(isWhole(after)).toBe(true);
      let named = texts(stored);
      for (const { periods_before, periods_after } of forecast) {
        for (const gone of periods_before.map(textOf)) {
          expect(named).toContain(gone);
          named = named.filter((text) => text !== gone);
        }
        named = [...named, ...periods_after.map(textOf)];
      }
      expect(named.sort()).toEqual(texts(after));
      expect([...forecast, ...errors].map(({ index }) => index).sort((a, b) => a - b)).toEqual(
        items.map((_, at) => at),
      );
    }),
    { numRuns: 500 },
  );
});

it('writes a period that stays as it was not at all, and one that only moved under its id', () => {
  fc.assert(
    fc.property(batch, batch, (before, items) => {
      const stored = storedBy(before);
      const { removed, changed } = saveItems(stored, 1, numbered(items)).difference;
      for (const one of changed) {
        const was = stored.find(({ id }) => id === one.id);
        expect(was).toBeDefined();
        expect(one).toMatchObject({ cogs_amount: was?.cogs_amount, source: was?.source });
        expect(textOf(one)).not.toBe(was && textOf(was));
      }
      expect(removed.every((one) => stored.includes(one))).toBe(true);
    }),
  );
});

it.each([
  [10, 5, 10.5],
  [0.1, 5, 0.11],
  [1.01, 50, 1.52],
  [8.03, 0, 8.03],
  [19.99, 2.5, 20.49],
  [9_999_999.99, 0.01, 10_000_999.99],
  [0.01, -50, 0.01],
  [0.01, -51, 0],
  [33.33, -33.33, 22.22],
])('%d with %d percent more is %d, half up to cents', (amount, percent, expected) => {
  expect(withPercent(amount, percent)).toBe(expected);
});

it.each<[string, CogsBulkItem, string | null]>([
  ['no variant', { cogs_amount: 1 }, 'Name the variant by its id, or by sales channel and identifier'],
  [
    'half a key',
    { sales_channel: 'amazon', cogs_amount: 1 },
    'Name the variant by its id, or by sales channel and identifier',
  ],
  [
    'an id and half a key',
    { product_variant_id: 1, sales_channel: 'amazon', cogs_amount: 1 },
    'Name the variant by its id, or by sales channel and identifier',
  ],
  ['no cost', { product_variant_id: 1 }, 'Name one of a COGS amount, a percentage and the proposed cost'],
  [
    'two costs',
    { product_variant_id: 1, cogs_amount: 1, percent: 1 },
    'Name one of a COGS amount, a percentage and the proposed cost',
  ],
  [
    'an end before its start',
    { product_variant_id: 1, cogs_amount: 1, effective_start_date: '2026-02-01', effective_end_date: '2026-02-01' },
    'End date must be after start date',
  ],
  ['a whole key', { sales_channel: 'amazon', product_variant_identifier: 'x', percent: 1 }, null],
])('an item with %s: %j', (_, broken, message) => {
  expect(brokenItem(broken)).toBe(message);
});
