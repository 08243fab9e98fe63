/** Which of our variants a store's are (DECISIONS §13), by what both of them say. Pure. */
import type { OurVariant } from '../../company/variants-of-source.queries';
import type { ShopifyVariant } from '../source';

/** The result for one variant of the store. */
export type Match =
  /** It is this one of ours; `isFound` where its id was not known so far. */
  | { readonly kind: 'known'; readonly ours: OurVariant; readonly isFound: boolean }
  | { readonly kind: 'new' }
  /** Our identifier is its SKU: it is known unless the store has that SKU twice, which only a whole read tells. */
  | { readonly kind: 'sku'; readonly ours: OurVariant }
  | { readonly kind: 'doubtful'; readonly message: string; readonly candidates: readonly number[] };

/** The variant's name in Shopify's API, by which other tools have stored it. */
export const globalIdOf = (identifier: string): string => `gid://shopify/ProductVariant/${identifier}`;

/** The identifiers under which we may have a variant. */
export const identifiersOf = ({ identifier, sku }: Pick<ShopifyVariant, 'identifier' | 'sku'>): string[] => [
  identifier,
  globalIdOf(identifier),
  ...(sku ? [sku] : []),
];

/** Our variants, found by their names. */
export interface Ours {
  readonly bySourceId: ReadonlyMap<string, OurVariant>;
  readonly byIdentifier: ReadonlyMap<string, OurVariant>;
  /** The ids of the store that a person has called new variants. */
  readonly apart: ReadonlySet<string>;
}

/** Our variants by their names. */
export const oursOf = (variants: readonly OurVariant[], apart: ReadonlySet<string>): Ours => ({
  bySourceId: new Map(variants.flatMap((one) => (one.sourceId === null ? [] : [[one.sourceId, one]]))),
  byIdentifier: new Map(variants.map((one) => [one.identifier, one])),
  apart,
});

/** Matches by the store's id, then by an identifier that is that id or its long form, then by SKU; else it is new. */
export function matchOf({ identifier, sku }: Pick<ShopifyVariant, 'identifier' | 'sku'>, ours: Ours): Match {
  const known = ours.bySourceId.get(identifier);
  if (known) return { kind: 'known', ours: known, isFound: false };
  const named = [identifier, globalIdOf(identifier)].flatMap((name) => ours.byIdentifier.get(name) ?? []);
  const [free, ...more] = named.filter(({ sourceId }) => sourceId === null);
  if (free && more.length === 0) return { kind: 'known', ours: free, isFound: free.identifier !== identifier };
  if (free) return doubtful('Two variants have its ID as their identifier, in both of its forms', [free, ...more]);
  // A new one could not be made.
  if (ours.byIdentifier.has(identifier))
    return doubtful('Its ID is the identifier of a variant that is matched to another', named);
  if (ours.apart.has(identifier)) return { kind: 'new' };
  const bySku = sku ? ours.byIdentifier.get(sku) : undefined;
  return bySku && bySku.sourceId === null ? { kind: 'sku', ours: bySku } : { kind: 'new' };
}

const doubtful = (message: string, candidates: readonly OurVariant[]): Match => ({
  kind: 'doubtful',
  message,
  candidates: candidates.map(({ id }) => id),
});

/** A variant whose SKU is our identifier, kept until the store is read. */
export interface BySku {
  readonly variant: ShopifyVariant;
  readonly ours: OurVariant;
}

/**
 * Ends those that were kept: one of ours with a SKU that is unique on both sides is known.
 *
 * @param isTaken whether one of ours was the store's by its id already
 */
export function endBySku(kept: readonly BySku[], isTaken: (ours: OurVariant) => boolean): (BySku & { match: Match })[] {
  const times = new Map<number, number>();
  for (const { ours } of kept) times.set(ours.id, (times.get(ours.id) ?? 0) + 1);
  return kept.map(({ variant, ours }) => {
    const count = times.get(ours.id) ?? 0;
    const match: Match = isTaken(ours)
      ? { kind: 'new' }
      : count === 1
        ? { kind: 'known', ours, isFound: true }
        : doubtful(`The store has ${count} variants with the SKU ${ours.identifier}, which is our identifier`, [ours]);
    return { variant, ours, match };
  });
}
