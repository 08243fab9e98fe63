import type { CogsCreate, CogsPatch, CogsRecord, CogsSaved, CogsTimeline } from 'contract/company/product-variant-cogs';
import { resourceCalls } from 'shared-auth';

/** A save that is asked about: of the period `recordId`, or of a new one of the variant. */
export interface PlannedSave {
  variantId: number;
  recordId: number | null;
  values: CogsPatch;
}

/** The calls of specification 1 §7 'COGS' that the screen makes. */
export const cogsCalls = resourceCalls('product-variant-cogs', (cogs) => {
  const { build, path, tag } = cogs;
  return {
    getTimeline: build.query<CogsTimeline, number>({
      query: (variantId) => ({ path: `${path}/timeline/${variantId}` }),
      providesTags: [tag],
    }),
    get: cogs.get<CogsRecord>(),
    /** The effects of a save; nothing is written. */
    forecast: build.query<CogsSaved, PlannedSave>({
      query: ({ variantId, recordId, values }) => ({
        method: recordId === null ? 'POST' : 'PATCH',
        path: recordId === null ? path : `${path}/${recordId}`,
        query: { dry_run: true },
        body: recordId === null ? { product_variant_id: variantId, ...values } : values,
      }),
    }),
    create: cogs.create<CogsSaved, CogsCreate>(),
    update: cogs.update<CogsSaved, CogsPatch>(),
    remove: cogs.remove(),
  };
});
