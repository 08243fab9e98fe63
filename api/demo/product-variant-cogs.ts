/** The demonstration costs: histories from none to thirty periods, unbroken as the service would have left them. */
import type { Insertable, Transaction } from 'kysely';
import { dateOf, dayOf } from 'contract/calendar';
import type { Tables } from '../src/database/connection';

type Cogs = Insertable<Tables['product_variant_cogs']>;

const ROWS_AT_ONCE = 2000;
/** How many periods a variant has, over and over. */
const LENGTHS = [1, 3, 4, 2, 5, 1, 0, 2, 1, 0, 12, 0, 1, 2, 30, 0, 3, 1, 2, 8];

/** Adds the periods of these variants; the histories are told up to `now`. */
export async function fillProductVariantCogs(
  transaction: Transaction<Tables>,
  variantIds: readonly number[],
  now: Date,
): Promise<void> {
  const today = dayOf(now.toISOString().slice(0, 10));
  const rows = variantIds.flatMap((id, at) => historyOf(id, at, today));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await transaction
      .insertInto('product_variant_cogs')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute();
}

/** From the newest back: some end, some are yet to come, some reach back for ever, some last a day. */
function historyOf(product_variant_id: number, at: number, today: number): Cogs[] {
  const length = LENGTHS[at % LENGTHS.length] ?? 0;
  const history: Cogs[] = [];
  let last: number | null = at % 7 === 2 ? today - (at % 60) - 1 : null;
  for (let age = 0; age < length; age += 1) {
    const days = (at + age) % 11 === 4 ? 1 : 14 + ((at * 31 + age * 17) % 90);
    const isUpcoming = age === 0 && last === null && length > 1 && at % 9 === 4;
    const first: number = last === null ? today + (isUpcoming ? 30 : -days) : last - days + 1;
    const isOpen = age === length - 1 && at % 3 === 0;
    history.push({
      product_variant_id,
      cogs_amount: (250 + ((at * 37) % 9_000) + (length - age) * ((at % 40) + 1)) / 100,
      effective_start_date: isOpen ? null : dateOf(first),
      effective_end_date: last === null ? null : dateOf(last),
    });
    last = first - 1;
  }
  return history.reverse();
}
