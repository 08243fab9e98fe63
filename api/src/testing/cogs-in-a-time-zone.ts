/** A process whose TZ the test chose: saves, moves and reads cost periods, and prints every date that it got. */
import { addTestCompany, openConsole } from './console';

const dates = async (): Promise<unknown[]> => {
  const service = await openConsole();
  try {
    const company_id = await addTestCompany(service, 'Company', 'company');
    const admin = await service.person('admin', { groups: ['CompanyAdmin'], companies: ['company'] });
    const variant = await admin.post('/product-variants', {
      company_id,
      sales_channel: 'shopify',
      product_variant_identifier: 'SKU-1',
      cached_product_name: 'Tee',
      cached_product_variant_name: 'Small',
    });
    const product_variant_id = variant.body.id;
    const save = async (cogs_amount: number, start: string | null, end: string | null) => {
      const period = { effective_start_date: start, effective_end_date: end };
      return (await admin.post('/product-variant-cogs', { product_variant_id, cogs_amount, ...period })).body;
    };
    await save(1, '1970-01-01', null);
    // The days on which clocks change, a leap day, and the year's ends.
    await save(2, '2024-02-29', '2024-03-10');
    await save(3, '2026-11-01', '2026-12-31');
    const last = await save(4, '2199-12-30', '2199-12-31');
    const moved = await admin.patch(`/product-variant-cogs/${String(last.id)}`, { effective_start_date: '2199-12-29' });
    const { body } = await admin.get<{ items: { period_start: string; period_end: string; duration_days: number }[] }>(
      `/product-variant-cogs/timeline/${String(product_variant_id)}`,
    );
    return [
      moved.body.effective_start_date,
      ...body.items.map(({ period_start, period_end, duration_days }) => [period_start, period_end, duration_days]),
    ];
  } finally {
    await service.close();
  }
};

void dates().then((all) => process.stdout.write(`${new Date(0).getTimezoneOffset()} ${JSON.stringify(all)}\n`));
