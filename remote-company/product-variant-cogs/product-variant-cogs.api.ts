import type { CogsBulkCreate, CogsBulkSaved } from 'contract/company/cogs-bulk';
import type { CostProposal, CostProposalListQuery } from 'contract/company/cost-proposals';
import type { CogsCreate, CogsPatch, CogsRecord, CogsSaved, CogsTimeline } from 'contract/company/product-variant-cogs';
import type { ProductVariantTotals } from 'contract/company/product-variant-totals';
import type { Paged } from 'contract/paging';
import { isPage, resourceCalls, saveFile } from 'shared-auth';

/** A save that is asked about: of the period `recordId`, or of a new one of the variant. */
export interface PlannedSave {
  variantId: number;
  recordId: number | null;
  values: CogsPatch;
}

/** POST /product-variant-cogs/export: saves the file of a company's costs, written by the service (DECISIONS §16). */
export const cogsFile = (company_id: number, fileName: string) =>
  saveFile('/product-variant-cogs/export', { body: { company_id } }, fileName);

/** The calls of specification 1 §7 'COGS' that the screens make, and those of DECISIONS §13 and §16 on many costs. */
export const cogsCalls = resourceCalls('product-variant-cogs', (cogs) => {
  const { build, path, tag } = cogs;
  // A variant's row has its cost today; its tag is a neighbour's.
  const invalidatesTags = [tag, 'product-variants' as typeof tag];
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
    create: { ...cogs.create<CogsSaved, CogsCreate>(), invalidatesTags },
    update: { ...cogs.update<CogsSaved, CogsPatch>(), invalidatesTags },
    remove: { ...cogs.remove(), invalidatesTags },
    /** How many of a company's active variants have a cost today. */
    coverage: build.query<ProductVariantTotals, number>({
      query: (company_id) => ({ path: '/product-variants/totals', query: { company_id } }),
      providesTags: invalidatesTags,
    }),
    /** The costs of a source that differ from ours. */
    proposals: build.query<Paged<CostProposal>, CostProposalListQuery>({
      query: (query) => ({ path: `${path}/proposals`, query, isResponse: isPage }),
      providesTags: [tag],
    }),
    /** The effects of saving many costs; nothing is written. */
    forecastMany: build.query<CogsBulkSaved, CogsBulkCreate>({
      query: (body) => ({ method: 'POST', path: `${path}/bulk/create`, body: { ...body, dry_run: true } }),
      providesTags: [tag],
    }),
    createMany: { ...cogs.bulk<CogsBulkCreate, CogsBulkSaved>('bulk/create'), invalidatesTags },
  };
});
