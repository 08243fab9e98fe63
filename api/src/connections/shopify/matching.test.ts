import type { OurVariant } from '../../company/variants-of-source.queries';
import type { ShopifyVariant } from '../source';
import { endBySku, globalIdOf, matchOf, oursOf } from './matching';

const our = (id: number, identifier: string, sourceId: string | null = null): OurVariant => ({
  id,
  identifier,
  sourceId,
  productName: 'Tea',
  variantName: 'Green',
  readAt: null,
  readFrom: null,
});
const their = (identifier: string, sku: string | null = null): ShopifyVariant => ({
  identifier,
  sku,
  productName: 'Tea',
  variantName: 'Green',
  isActive: true,
  unitCost: null,
  pictureUrl: null,
});
const match = (variant: ShopifyVariant, ours: OurVariant[], apart: string[] = []) =>
  matchOf(variant, oursOf(ours, new Set(apart)));

test.each([
  ['the id that was kept', their('7', 'A'), [our(1, 'A', '7'), our(2, '7')], { kind: 'known', isFound: false, at: 1 }],
  ['its id', their('7', 'A'), [our(1, 'A'), our(2, '7')], { kind: 'known', isFound: false, at: 2 }],
  ['the long form of its id', their('7'), [our(1, globalIdOf('7'))], { kind: 'known', isFound: true, at: 1 }],
  ['its SKU', their('7', 'A'), [our(1, 'A')], { kind: 'sku', at: 1 }],
  ['nothing', their('7', 'A'), [our(1, 'B')], { kind: 'new' }],
  ['a SKU of one that is another’s already', their('7', 'A'), [our(1, 'A', '8')], { kind: 'new' }],
  [
    'both forms of its id',
    their('7'),
    [our(1, '7'), our(2, globalIdOf('7'))],
    { kind: 'doubtful', candidates: [1, 2] },
  ],
  ['an identifier that is matched to another', their('7'), [our(1, '7', '8')], { kind: 'doubtful', candidates: [1] }],
])('a variant of the store is ours by %s', (_, variant, ours, { at, ...expected }: { at?: number; kind: string }) => {
  expect(match(variant, ours)).toMatchObject({ ...expected, ...(at !== undefined && { ours: { id: at } }) });
});

test('a variant that a person has called a new one is not looked for by SKU', () => {
  expect(match(their('7', 'A'), [our(1, 'A')], ['7'])).toEqual({ kind: 'new' });
});

test('a SKU matches once the store is read: unique on both sides, or doubtful, or new where ours was taken', () => {
  const [a, b, c] = [our(1, 'A'), our(2, 'B'), our(3, 'C')];
  const kept = [
    ...[their('7', 'A'), their('8', 'B'), their('9', 'B'), their('10', 'C')].map((variant) => ({
      variant,
      ours: [a, b, c].find(({ identifier }) => identifier === variant.sku)!,
    })),
  ];
  expect(
    endBySku(kept, ({ id }) => id === 3).map(({ variant, match: { kind } }) => [variant.identifier, kind]),
  ).toEqual([
    ['7', 'known'],
    ['8', 'doubtful'],
    ['9', 'doubtful'],
    ['10', 'new'],
  ]);
});
