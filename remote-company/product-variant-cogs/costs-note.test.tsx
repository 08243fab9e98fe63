import { screen, waitFor } from '@testing-library/react';
import type { Service } from 'shared-auth/testing';
import { user } from 'shared-ui/testing';
import { openVariants, row, serviceOfVariants } from '../product-variants/testing/variants';

const TOTALS = 'GET /product-variants/totals';

let service: Service;
beforeEach(async () => {
  service = await serviceOfVariants();
});
afterEach(() => service.close());

test('how many have a cost today stands beside the title once the rows are there, and leads to those without', async () => {
  service.on(TOTALS, [200, { with_cost: 1359, without_cost: 141 }]);
  openVariants();
  const link = await screen.findByRole('link', { name: '1,359 of 1,500 active have a cost today' });
  expect(link).toHaveAccessibleDescription('Show the 141 without a cost');
  const paths = service.requests.map(({ path }) => path);
  expect(paths.indexOf('/product-variants/totals')).toBeGreaterThan(paths.indexOf('/product-variants'));
  expect(Object.fromEntries(service.requestsTo(TOTALS)[0]?.query ?? [])).toEqual({ company_id: '3' });
  const bars = [...document.querySelectorAll('.costs-note rect')].map((bar) => bar.getAttribute('width'));
  expect(bars).toEqual(['100', '90.6']);
  await user.click(link);
  await waitFor(() =>
    expect(Object.fromEntries(service.requestsTo('GET /product-variants').at(-1)?.query ?? [])).toMatchObject({
      company_id: '3',
      cost: 'without',
    }),
  );
  expect(await screen.findByRole('columnheader', { name: 'Cost Today' })).toBeVisible();
});

test('where all have one, there is no way to the others; without active variants nothing is said', async () => {
  const { unmount } = openVariants();
  expect(await screen.findByText('1 of 1 active have a cost today')).toBeVisible();
  expect(screen.queryByRole('link', { name: /cost today/ })).toBeNull();
  unmount();
  service.on(TOTALS, [200, { with_cost: 0, without_cost: 0 }]);
  openVariants();
  await row(/SKU-11/);
  await waitFor(() => expect(service.requestsTo(TOTALS)).toHaveLength(2));
  expect(screen.queryByText(/have a cost today/)).toBeNull();
});
