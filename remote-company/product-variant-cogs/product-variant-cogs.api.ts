import type {
  CogsCreate,
  CogsPatch,
  CogsRecord,
  CogsSaved,
  CogsTimeline,
} from 'api/contract/company/product-variant-cogs';
import { injectEndpoints, resourceEndpoints } from 'shared-auth';

const path = '/product-variant-cogs';

/** A save that is asked about: of the period `recordId`, or of a new one of the variant. */
export interface PlannedSave {
  variantId: number;
  recordId: number | null;
  values: CogsPatch;
}

/** The calls of specification 1 §7 'COGS' that the screen makes. */
export const productVariantCogsApi = injectEndpoints(['product-variant-cogs'], (build) => {
  const cogs = resourceEndpoints(build, { path, tag: 'product-variant-cogs' });
  return {
    getCogsTimeline: build.query<CogsTimeline, number>({
      query: (variantId) => ({ path: `${path}/timeline/${variantId}` }),
      providesTags: ['product-variant-cogs'],
    }),
    getCogsRecord: cogs.get<CogsRecord>(),
    /** What a save would do; nothing is written. */
    forecastCogs: build.query<CogsSaved, PlannedSave>({
      query: ({ variantId, recordId, values }) => ({
        method: recordId === null ? 'POST' : 'PATCH',
        path: recordId === null ? path : `${path}/${recordId}`,
        query: { dry_run: true },
        body: recordId === null ? { product_variant_id: variantId, ...values } : values,
      }),
    }),
    createCogs: cogs.create<CogsSaved, CogsCreate>(),
    updateCogs: cogs.update<CogsSaved, CogsPatch>(),
    deleteCogs: cogs.remove(),
  };
});
