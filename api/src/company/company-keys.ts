/** The write-only keys of a company: encrypted at rest, never told (DECISIONS §2). */
import type { CompanyPatch } from '../../contract/company/companies';
import { HIDDEN } from '../database/audit';
import type { Secrets } from '../database/secrets';

type Key = 'shopify_api_key' | 'klaviyo_api_key';

/** What a key is bound to: nobody who can write rows can move it to another company or column. */
export const keyPlace = (companyId: number, key: Key): string => `companies/${companyId}/${key}`;

/** The keys that were sent, encrypted; null clears one, undefined leaves it alone. */
export function sealedKeys(secrets: Secrets, companyId: number, sent: Pick<CompanyPatch, Key>) {
  const seal = (key: Key) => {
    const plain = sent[key];
    return typeof plain === 'string' ? secrets.seal(plain, keyPlace(companyId, key)) : plain;
  };
  return { shopify_api_key: seal('shopify_api_key'), klaviyo_api_key: seal('klaviyo_api_key') };
}

/** A row as the audit log may have it. */
export const withHiddenKeys = <Row extends Record<Key, Buffer | null>>(row: Row): object => ({
  ...row,
  shopify_api_key: row.shopify_api_key && HIDDEN,
  klaviyo_api_key: row.klaviyo_api_key && HIDDEN,
});
