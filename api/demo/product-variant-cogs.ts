/** The demonstration costs: histories from none to thirty periods, unbroken as the service would have left them. */
import type { Insertable, Transaction } from 'kysely';
import { dateOf, dayOf } from 'contract/calendar';
import type { Tables } from '../src/database/connection';
import { openTurn } from './open-work';
import { CATALOGUES } from './product-variant-catalogues';
import type { StoredVariant } from './product-variants';

type Cogs = Insertable<Tables['product_variant_cogs']>;

const ROWS_AT_ONCE = 2000;
/** How many periods a variant has, over and over. */
const LENGTHS = [1, 3, 4, 2, 5, 1, 0, 2, 1, 0, 12, 0, 1, 2, 30, 0, 3, 1, 2, 8];

/** Adds the periods of these variants; the histories are told up to `now`. */
export async function fillProductVariantCogs(
  transaction: Transaction<Tables>,
  variants: readonly StoredVariant[],
  now: Date,
): Promise<void> {
  const today = dayOf(now.toISOString().slice(0, 10));
  const rows = variants.flatMap((variant, at) => historyOf(variant, at, today));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await transaction
      .insertInto('product_variant_cogs')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute();
}

/** How long a variant's history is, and the day on which it ends; null: none. */
function extentOf(
  { place, at: own }: StoredVariant,
  at: number,
  today: number,
): { length: number; last: number | null } {
  const length = LENGTHS[at % LENGTHS.length] ?? 0;
  if (place.isEdge) return { length, last: at % 7 === 2 ? today - (at % 60) - 1 : null };
  const turn = openTurn(place, 'variants without a cost', own, CATALOGUES[place.slug]?.size ?? 1);
  if (turn !== null) return turn % 2 ? { length: 2, last: today - 3 - turn } : { length: 0, last: null };
  // Some will have to be looked at within two weeks.
  const ends = at % 7 === 2 && at % 11 !== 4;
  return { length: length || 1, last: ends ? today + (at % 12) : null };
}

/** From the newest back: some end, some are yet to come, some reach back for ever, some last a day. */
function historyOf(variant: StoredVariant, at: number, today: number): Cogs[] {
  const { length, last: end } = extentOf(variant, at, today);
  const cost = CATALOGUES[variant.place.slug]?.costs[variant.product] ?? 10;
  const history: Cogs[] = [];
  let last = end;
  for (let age = 0; age < length; age += 1) {
    const days = (at + age) % 11 === 4 ? 1 : 14 + ((at * 31 + age * 17) % 90);
    // Soon enough that the one before it lasts until then.
    const isUpcoming = age === 0 && last === null && length > 2 && at % 9 === 4;
    const first: number = last === null ? today + (isUpcoming ? 7 : -days) : last - days + 1;
    const isOpen = age === length - 1 && at % 3 === 0;
    // A little more each time, and not the same for each size and colour.
    const share = 0.94 + ((at * 37) % 100) / 800 + (length - age) / (12 * length);
    history.push({
      product_variant_id: variant.id,
      cogs_amount: Math.round(cost * share * 100) / 100,
      effective_start_date: isOpen ? null : dateOf(first),
      effective_end_date: last === null ? null : dateOf(last),
    });
    last = first - 1;
  }
  return history.reverse();
}
