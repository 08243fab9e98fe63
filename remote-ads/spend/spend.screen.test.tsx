import { act, screen, waitFor, within } from '@testing-library/react';
import type { AdSpend } from 'contract/ads/spend';
import { dateOf, dayOf } from 'contract/calendar';
import { startService, type Service } from 'shared-auth/testing';
import { openScreen, user } from 'shared-ui/testing';
import SpendScreen from './spend.screen';

const FROM = '2026-10-28';
const TO = '2026-11-24';
const common = { from: FROM, to: TO, total: 1234.5, ads: 600, without_days: { ads: 0, spend_last_28d: 0 } };
const byDay: AdSpend = {
  ...common,
  total_before: 1000,
  days: Array.from({ length: 28 }, (_, at) => ({ day: dateOf(dayOf(FROM) + at), spend: at, spend_before: 2 * at })),
};
const byTag: AdSpend = {
  ...common,
  groups: [
    { name: 'Sale', spend: 1000 },
    { name: 'a & b', spend: 500 },
    { name: null, spend: 100 },
  ],
  others: { groups: 3, spend: 7.5 },
};
const companies = [4, 5].map((id) => ({ id, name: id === 4 ? 'Acme' : 'Bexley', slug: `c-${id}` }));

let service: Service;
beforeEach(async () => {
  localStorage.clear();
  service = await startService();
  service.on('GET /facebook-ads/spend', [200, byDay]);
  service.on('GET /companies', [200, { items: [companies[1]], total: 1 }]);
  service.on('GET /tags/', [200, { items: [{ id: 1, name: 'Sale', company_id: 4 }], total: 1 }]);
  for (const company of companies) service.on(`GET /companies/${company.id}`, [200, company]);
});
afterEach(() => service.close());

const open = (address = '/ads/spend?company_id=4') => openScreen(<SpendScreen />, { companies, address }).router;
const lastQuery = () => Object.fromEntries(service.requestsTo('GET /facebook-ads/spend').at(-1)?.query ?? []);

test("without a company there is a 'Select a Company' card, and nothing loads", async () => {
  open('/ads/spend');
  expect(await screen.findByRole('heading', { name: 'Select a Company' })).toBeVisible();
  expect(service.requestsTo('GET /facebook-ads/spend')).toEqual([]);
});

test('by day there is a line with the days before, and a table with the same figures, the newest day first', async () => {
  open();
  expect(await screen.findByText('$1,234.50')).toBeVisible();
  expect(screen.getByText('by 600 ads in 28 days, Oct 28, 2026 to Nov 24, 2026')).toBeVisible();
  expect(screen.getByText('$1,000.00 before: 23 % more now')).toBeVisible();
  expect(lastQuery()).toEqual({ company_id: '4', by: 'day', days: '28' });
  const table = within(screen.getByRole('table', { name: 'Spend by day' }));
  const [, first, ...others] = table.getAllByRole('row');
  expect(
    within(first as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['$27.00', 'Oct 27, 2026', '$54.00']);
  expect(first).toHaveTextContent(/^Nov 24, 2026/);
  expect(others).toHaveLength(27);
});

test('the keyboard walks the days of the line, and each is said in words', async () => {
  open();
  const day = await screen.findByRole('slider', { name: 'Day of Spend by day' });
  expect(day).toHaveAttribute('aria-valuetext', 'Nov 24, 2026: $27.00; before $54.00');
  act(() => day.focus());
  await user.keyboard('{Home}{ArrowRight}');
  expect(day).toHaveAttribute('aria-valuetext', 'Oct 29, 2026: $1.00; before $2.00');
  expect(day).toHaveAttribute('aria-valuenow', '2');
  await user.keyboard('{End}');
  expect(day).toHaveAttribute('aria-valuetext', 'Nov 24, 2026: $27.00; before $54.00');
});

test('by tag there are bars with their shares, those without a tag and the rest apart, and why they add up to more', async () => {
  service.on('GET /facebook-ads/spend', [200, byTag]);
  open('/ads/spend?company_id=4&by=tag');
  const rows = within(await screen.findByRole('table', { name: 'Spend by tag' })).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    'Sale$1,000.0081.0 %',
    'a & b$500.0040.5 %',
    'Without a tag$100.008.1 %',
    '3 other tags$7.500.6 %',
  ]);
  expect(screen.getByText(/these bars add up to \$1,607.50, more than the total of \$1,234.50/)).toBeVisible();
});

test('a bar leads to the list of its ads, with the filters that are set', async () => {
  service.on('GET /facebook-ads/spend', [200, byTag]);
  open('/ads/spend?company_id=4&by=tag&include_tags=new&ad_name=boots');
  expect(await screen.findByRole('link', { name: 'a & b' })).toHaveAttribute(
    'href',
    '/facebook-ads?company_id=4&ad_name=boots&include_tags=new&include_tags=a+%26+b',
  );
  expect(screen.queryByRole('link', { name: 'Without a tag' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Show these ads' })).toHaveAttribute(
    'href',
    '/facebook-ads?company_id=4&ad_name=boots&include_tags=new',
  );
});

test.each([
  ['campaign', 'campaign_name'],
  ['ad_type', 'ad_type'],
  ['ad_set', 'adset_name'],
])('a bar by %s leads to the list filtered by %s', async (by, filter) => {
  service.on('GET /facebook-ads/spend', [200, { ...byTag, groups: [{ name: 'One', spend: 1234.5 }] }]);
  open(`/ads/spend?company_id=4&by=${by}`);
  expect(await screen.findByRole('link', { name: 'One' })).toHaveAttribute(
    'href',
    `/facebook-ads?company_id=4&${filter}=One`,
  );
});

test('7, 28 and 90 days, and what it is added up by, are addresses; the filters stay', async () => {
  const router = open('/ads/spend?company_id=4&ad_name=boots');
  await screen.findByRole('table');
  expect(screen.getByRole('link', { name: '28 days' })).toHaveAttribute('aria-current', 'true');
  await user.click(screen.getByRole('link', { name: '90 days' }));
  await waitFor(() => expect(lastQuery()).toEqual({ company_id: '4', ad_name: 'boots', by: 'day', days: '90' }));
  service.on('GET /facebook-ads/spend', [200, byTag]);
  await user.click(screen.getByRole('link', { name: 'Tag' }));
  await screen.findByRole('table', { name: 'Spend by tag' });
  expect(new URLSearchParams(router.state.location.search)).toEqual(
    new URLSearchParams('company_id=4&ad_name=boots&by=tag&days=90'),
  );
});

test('two dates are asked for together, and what is no range is said and not asked for', async () => {
  open();
  await screen.findByRole('table');
  const from = screen.getByLabelText('From');
  expect(from).toHaveValue(FROM);
  await user.clear(from);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('Please choose both dates')).toBeVisible();
  await user.type(from, '2026-12-01');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('From must not be after To')).toBeVisible();
  await user.clear(from);
  await user.type(from, '2025-01-01');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('At most 400 days are kept')).toBeVisible();
  expect(service.requestsTo('GET /facebook-ads/spend')).toHaveLength(1);
  await user.clear(from);
  await user.type(from, '2026-11-01');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(lastQuery()).toEqual({ company_id: '4', by: 'day', from: '2026-11-01', to: TO }));
  // The fields are the same ones, with what was asked for.
  expect(from).toHaveValue('2026-11-01');
  expect(screen.getByRole('button', { name: 'Show' })).toHaveFocus();
  await user.clear(from);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('Please choose both dates')).toBeVisible();
  await user.click(screen.getByRole('link', { name: '7 days' }));
  await waitFor(() => expect(screen.queryByText('Please choose both dates')).toBeNull());
  expect(from).toHaveValue(FROM);
});

test("the list's filters are those of the screen", async () => {
  open();
  await screen.findByRole('table');
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'boots{Enter}');
  await waitFor(() => expect(lastQuery()).toMatchObject({ company_id: '4', search: 'boots', by: 'day' }));
  await user.click(screen.getByRole('combobox', { name: 'Company' }));
  await user.click(await screen.findByRole('option', { name: 'Bexley' }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ company_id: '5', search: 'boots' }));
});

test('ads of which no day is known are named, with their spend', async () => {
  service.on('GET /facebook-ads/spend', [200, { ...byDay, without_days: { ads: 12, spend_last_28d: 4310 } }]);
  open();
  expect(await screen.findByText('12 ads ($4,310.00 in 28 days) have no days')).toBeVisible();
});

test('nothing that matches, and nothing that was spent, are said, and filters can be cleared', async () => {
  const nothing = { ...byDay, total: 0, total_before: 0, ads: 0, days: [{ day: TO, spend: 0, spend_before: 0 }] };
  service.on('GET /facebook-ads/spend', [200, nothing]);
  open('/ads/spend?company_id=4&ad_name=boots');
  expect(await screen.findByText('No ads found')).toBeVisible();
  service.on('GET /facebook-ads/spend', [200, { ...nothing, ads: 3 }]);
  await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
  expect(await screen.findByText('Nothing was spent on these days.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Clear all filters' })).toBeNull();
});

test('what cannot be loaded says why and is tried again', async () => {
  service.on('GET /facebook-ads/spend', [500, { detail: 'The database is away' }]);
  open();
  expect(await screen.findByText('Failed to load spend')).toBeVisible();
  expect(screen.getByText('The database is away')).toBeVisible();
  service.on('GET /facebook-ads/spend', [200, byDay]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table', { name: 'Spend by day' })).toBeVisible();
});
