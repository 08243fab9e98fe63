/** The write-only keys of a company: encrypted at rest, never told (DECISIONS §2). */
import { sql, type Transaction } from 'kysely';
import type { CompanyPatch } from 'contract/company/companies';
import type { Tables } from '../database/connection';
import { lockCheckValue, opens } from '../database/encryption-check';
import type { Secrets } from '../database/secrets';
import { Busy } from '../http/errors';

type Key = 'shopify_api_key' | 'klaviyo_api_key';

const KEY_CHANGED = 'API keys cannot be stored until the service has been started again with its new encryption key.';
const KEY_CHANGED_SECONDS = 60;

/** The context a key is bound to: who can write rows cannot move it to another company or column. */
export const keyPlace = (companyId: number, key: Key): string => `companies/${companyId}/${key}`;

/**
 * Called before something is encrypted and stored. Throws Busy when the operator has changed the key that it would be
 * encrypted with since this process began: nothing else would ever open it.
 */
export async function requireSealable(transaction: Transaction<Tables>, secrets: Secrets): Promise<void> {
  // In the order of who changes the key (company-keys.queries): the table, then the check value.
  await sql`lock table companies in row share mode`.execute(transaction);
  const check = await lockCheckValue(transaction, 'share');
  if (check && !opens(secrets, check)) throw new Busy(KEY_CHANGED, KEY_CHANGED_SECONDS);
}

/** The keys that were sent, encrypted; null clears one, undefined leaves it alone. Throws as `requireSealable`. */
export async function sealedKeys(
  transaction: Transaction<Tables>,
  secrets: Secrets,
  companyId: number,
  sent: Pick<CompanyPatch, Key>,
) {
  if (sent.shopify_api_key || sent.klaviyo_api_key) await requireSealable(transaction, secrets);
  const seal = (key: Key) => {
    const plain = sent[key];
    return typeof plain === 'string' ? secrets.seal(plain, keyPlace(companyId, key)) : plain;
  };
  return { shopify_api_key: seal('shopify_api_key'), klaviyo_api_key: seal('klaviyo_api_key') };
}
