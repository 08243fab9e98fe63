/** The write-only keys of a company: encrypted at rest, never told (DECISIONS §2). */
import type { CompanyPatch } from '../../contract/company/companies';
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
