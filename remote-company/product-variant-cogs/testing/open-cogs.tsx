/** The COGS screen of a variant with three periods, beside a service. */
import { fireEvent, type within } from '@testing-library/react';
import type { CogsSaved, CogsTimelineEntry } from 'contract/company/product-variant-cogs';
import { startService, type Service } from 'shared-auth/testing';
import { openScreen } from 'shared-ui/testing';
import { sencha } from '../../product-variants/testing/sencha';
import ProductVariantCogsScreen from '../product-variant-cogs.screen';

export const today = '2026-11-20';
export const period = (
  id: number,
  cogs_amount: number,
  period_start: string | null,
  period_end: string | null,
  rest: Pick<CogsTimelineEntry, 'duration_days' | 'is_current'> = {
    duration_days: null,
    is_current: (period_start ?? today) <= today && (period_end ?? today) >= today,
  },
): CogsTimelineEntry => ({
  cogs_record: {
    id,
    product_variant_id: 11,
    cogs_amount,
    effective_start_date: period_start,
    effective_end_date: period_end,
    source: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
  },
  period_start,
  period_end,
  ...rest,
});
export const items = [
  period(3, 6, '2027-01-01', null, { duration_days: null, is_current: false }),
  period(2, 5.25, '2026-01-01', '2026-12-31', { duration_days: 365, is_current: true }),
  period(1, 4, null, '2025-12-31', { duration_days: null, is_current: false }),
];
export const forecast = (over: Partial<CogsSaved> = {}): CogsSaved => ({
  ...(items[0] as CogsTimelineEntry).cogs_record,
  records_updated: 1,
  records_ended: 1,
  records_removed: 0,
  timeline: items,
  ...over,
});

/** A service that lists the periods of variant 11; close it at the end. */
export async function startCogsService(): Promise<Service> {
  const service = await startService();
  service.on('GET /product-variants/by-id/11', [200, sencha]);
  service.on('GET /product-variant-cogs/timeline/11', [200, { items, total: items.length, today }]);
  return service;
}

/** Opens the screen; returns the router, whose address is the page's. */
export const openCogs = () =>
  openScreen(<ProductVariantCogsScreen />, {
    groups: ['CompanyAdmin'],
    path: '/product-variants/:id/cogs',
    address: '/product-variants/11/cogs',
    state: { from: '/product-variants?company_id=3&page=2' },
    others: { '/product-variants': <p>Variants</p> },
  }).router;

export const setDate = (form: ReturnType<typeof within>, label: string, date: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value: date } });
