/** Copying a company (DECISIONS §4). */
import type { Company } from '../../contract/company/companies';
import type { Caller } from '../http/access';
import { audit } from '../database/audit';
import { lockCompany, type Companies } from './companies.queries';
import { withHiddenKeys } from './company-keys';

/** A copy: the name with ` (Copy)`, the first free slug of `-copy`, `-copy-2` …, without the keys. */
export async function duplicateCompany({ db }: Companies, caller: Caller, id: number): Promise<Company> {
  return db.transaction().execute(async (transaction) => {
    const original = await lockCompany(transaction, caller, id);
    const { name, slug, logo_url, timezone, shopify_store_url } = original;
    const copy = {
      name: cut(name, ' (Copy)'),
      logo_url,
      timezone,
      shopify_store_url,
      average_shipping_cost_per_order: original.average_shipping_cost_per_order,
      average_credit_card_processing_rate: original.average_credit_card_processing_rate,
      average_credit_card_per_order_fee: original.average_credit_card_per_order_fee,
      updated_by: caller.userId,
    };
    for (let number = 1; ; number += 1) {
      const row = await transaction
        .insertInto('companies')
        .values({ ...copy, slug: slugOfCopy(slug, number) })
        .onConflict((conflict) => conflict.constraint('companies_slug_key').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!row) continue;
      await audit(transaction, caller, {
        action: 'duplicate',
        resource: 'company',
        recordId: row.id,
        after: withHiddenKeys(row),
      });
      return row;
    }
  });
}

/** `text` and `ending`, the text cut so that both fit the 255 characters of a name or a slug. */
const cut = (text: string, ending: string) => `${[...text].slice(0, 255 - ending.length).join('')}${ending}`;

// A slug that is cut behind a hyphen would get two of them.
const slugOfCopy = (slug: string, number: number) =>
  cut(slug, number === 1 ? '-copy' : `-copy-${number}`).replace('--', '-');
