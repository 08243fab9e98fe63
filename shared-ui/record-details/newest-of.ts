/**
 * Of several readings of one record the one that was saved last, by its `updated_at`; where that does not tell them
 * apart, the later argument.
 */
export function newestOf<Item extends object>(first: Item, ...others: readonly (Item | undefined)[]): Item {
  return others.reduce<Item>(
    (newest, other) => (other !== undefined && savedAt(other) >= savedAt(newest) ? other : newest),
    first,
  );
}

// Times of the service are written alike, so that they sort as text.
const savedAt = (item: object): string => {
  const { updated_at } = item as { updated_at?: unknown };
  return typeof updated_at === 'string' ? updated_at : '';
};
