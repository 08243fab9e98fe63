import type { Kysely } from 'kysely';
import { importFacebookAds, importOutcome, importProductVariants } from 'contract/ingest/import';
import { NOUNS } from 'contract/nouns';
import type { Tables } from '../database/connection';
import { accessFor } from '../http/access';
import type { AddRoute } from '../http/route';
import { importRecords } from './import';
import { FACEBOOK_ADS, PRODUCT_VARIANTS } from './resources';

/** The import of ads and variants from a file, by people who may change them (DECISIONS §16). */
export function importRoutes(add: AddRoute, { db, now }: { readonly db: Kysely<Tables>; now(): number }): void {
  add('POST', `${NOUNS.facebook_ad.path}/bulk/import`, {
    access: accessFor('facebook_ad').writers,
    summary: 'Write names, types and spend of up to 1,000 ads of a file. A dry run writes nothing',
    body: importFacebookAds,
    response: importOutcome,
    handle: ({ caller, body }) => importRecords({ db, caller, now: now() }, FACEBOOK_ADS, body),
  });
  add('POST', `${NOUNS.product_variant.path}/bulk/import`, {
    access: accessFor('product_variant').writers,
    summary: 'Write the names of up to 1,000 product variants of a file. A dry run writes nothing',
    body: importProductVariants,
    response: importOutcome,
    handle: ({ caller, body }) => importRecords({ db, caller, now: now() }, PRODUCT_VARIANTS, body),
  });
}
