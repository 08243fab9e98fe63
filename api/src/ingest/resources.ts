/** The resources that programs and people's files write alike (DECISIONS §14, §16). */
import { ingestedAd, ingestedVariant, type IngestedAd, type IngestedVariant } from 'contract/ingest/ingest';
import { adsFromSource } from '../ads/facebook-ads-from-source.queries';
import { variantsFromSource } from '../company/product-variants-from-source.queries';
import type { IngestResource } from './ingest';

export const FACEBOOK_ADS: IngestResource<IngestedAd> = {
  resource: 'facebook-ads',
  schema: ingestedAd,
  area: adsFromSource,
};
export const PRODUCT_VARIANTS: IngestResource<IngestedVariant> = {
  resource: 'product-variants',
  schema: ingestedVariant,
  area: variantsFromSource,
};
