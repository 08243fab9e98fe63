/** The selection of ads that a person keeps on the server (DECISIONS §7). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { AdSelection, AdSelectionChange } from 'contract/ads/facebook-ads';
import { MAX_BULK } from 'contract/bulk';
import { isAuthorised, type Caller } from '../http/access';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { lockUser } from '../database/lock-user';
import { RuleBroken } from '../http/errors';
import { reachableAds } from './facebook-ads.queries';

declare module '../database/connection' {
  interface Tables {
    facebook_ad_selections: { user_id: number; ad_id: number };
  }
}

/** The person's selection, as far as they may still see it. */
export async function findSelection(db: Kysely<Tables>, caller: Caller): Promise<AdSelection> {
  const rows = await db
    .selectFrom('facebook_ad_selections')
    .innerJoin('facebook_ads', 'facebook_ads.id', 'ad_id')
    .select('ad_id')
    .where('user_id', '=', caller.userId)
    .where(isAuthorised(caller, 'company_id'))
    .orderBy('ad_id')
    .execute();
  return { selected_ids: rows.map(({ ad_id }) => ad_id) };
}

/**
 * Changes the selection and returns it. Ads that are not there or not authorised are not taken into it. Throws RuleBroken
 * when it would hold more than a bulk call takes.
 */
export async function changeSelection(
  db: Kysely<Tables>,
  caller: Caller,
  { action, selected_ids = [] }: AdSelectionChange,
): Promise<AdSelection> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, caller.userId);
    const before = await findSelection(transaction, caller);
    if (action === 'set' || action === 'clear') await deselect(transaction, caller);
    if (action === 'remove') await deselect(transaction, caller, selected_ids);
    if (action === 'set' || action === 'add') await select(transaction, caller, selected_ids);
    const after = await findSelection(transaction, caller);
    if (after.selected_ids.length > MAX_BULK)
      throw new RuleBroken(`A selection must not hold more than ${MAX_BULK} ads`);
    await audit(transaction, caller, {
      action: 'select',
      resource: 'facebook_ad_selection',
      recordId: caller.userId,
      before,
      after,
    });
    return after;
  });
}

const deselect = (transaction: Transaction<Tables>, caller: Caller, ids?: readonly number[]) =>
  transaction
    .deleteFrom('facebook_ad_selections')
    .where('user_id', '=', caller.userId)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`ad_id = any(${ids ?? []}::int[])`))
    .execute();

async function select(transaction: Transaction<Tables>, caller: Caller, ids: readonly number[]): Promise<void> {
  const ads = await reachableAds(transaction, caller, ids);
  if (!ads.length) return;
  await transaction
    .insertInto('facebook_ad_selections')
    .values(ads.map((ad_id) => ({ user_id: caller.userId, ad_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
