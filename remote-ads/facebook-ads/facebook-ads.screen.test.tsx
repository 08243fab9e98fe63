import { act, screen, waitFor, within } from '@testing-library/react';
import type { Answer, Service } from 'shared-auth/testing';
import { autumn, openAds, openPreview, page, row, startAdService } from './testing/open-ads';
import { user } from 'shared-ui/testing';

let service: Service;
beforeEach(async () => {
  service = await startAdService();
});
afterEach(() => service.close());

const lastQuery = () => service.requestsTo('GET /facebook-ads').at(-1)?.query;

test("without a company there is a 'Select a Company' card, and nothing loads", () => {
  openAds({ address: '/facebook-ads' });
  expect(screen.getByRole('heading', { name: 'Select a Company' })).toBeVisible();
  expect(service.requestsTo('GET /facebook-ads')).toEqual([]);
});

test('the columns are those of the specification, sorted by 7-day spend, most first', async () => {
  openAds();
  const cells = within(await row());
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    '',
    'Ad ID',
    'Ad Name',
    'Type',
    'Campaign',
    'Ad Set',
    '1d Spend',
    '7d Spend',
    '14d Spend',
    '28d Spend',
    'Last Updated',
    'Tags',
    'Actions',
  ]);
  expect(cells.getByText('$12.50')).toBeVisible();
  expect(cells.getByText('$0.00')).toBeVisible();
  expect(cells.getByRole('button', { name: '+4 more tags of Autumn boots' })).toHaveTextContent('+4');
  expect(cells.getByRole('button', { name: 'Add tag to Autumn boots' })).toBeVisible();
  expect(Object.fromEntries(lastQuery() ?? [])).toEqual({
    company_id: '4',
    page: '1',
    page_size: '25',
    sort_by: '-cached_spend_last_7d',
  });
  for (const title of ['Ad Name', 'Type', 'Campaign', 'Ad Set', '1d Spend', '7d Spend', '14d Spend', '28d Spend'])
    expect(screen.getByRole('button', { name: title })).toBeVisible();
});

test('a row is 18 elements beside its tags, and no more', async () => {
  openAds();
  const elements = [...(await row()).querySelectorAll('*')];
  expect(elements.filter((element) => !element.closest('.tag-list'))).toHaveLength(18);
});

test('a row of its own has the spend of all ads that match, by the service', async () => {
  openAds();
  await row();
  const all = within(screen.getByRole('row', { name: /All 600 matching/ }));
  for (const spend of ['$1,200.50', '$8,000.00', '$16,000.00', '$33,333.33'])
    expect(all.getByText(spend)).toBeVisible();
});

test('once the page is quiet a row has a word where its spend moved, and the line of its 28 days', async () => {
  const stopped = { ...autumn, spend_last_7d: 0, spend_last_14d: 30, spend_last_28d: 120.5 };
  service.on('GET /facebook-ads', [200, page(stopped)]);
  const spend = [...new Array<number>(27).fill(0), 5];
  const items = [
    { id: 3, spend },
    { id: 4, spend: spend.toReversed() },
  ];
  service.on('GET /facebook-ads/trends', [200, { from: '2026-01-01', to: '2026-01-28', items }]);
  openAds();
  await row();
  const styles = () => [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('');
  // One image of both lines, one below the other, of which each row shows its own.
  await waitFor(() =>
    expect(styles()).toMatch(/\.ad-spend--28::after\{mask-image:url\('[^']+'\);mask-size:100% 200%\}/),
  );
  expect(styles()).toContain('tr[data-record="3"] .ad-spend--28::after{content:"";mask-position:0 0%}');
  expect(styles()).toContain('tr[data-record="4"] .ad-spend--28::after{content:"";mask-position:0 100%}');
  expect(styles()).toContain('tr[data-record="3"] .ad-spend--7::after{content:"Stopped"}');
  expect(String(service.requestsTo('GET /facebook-ads/trends')[0]?.query)).toBe('company_id=4&ids=3');
  const preview = await openPreview();
  expect(await preview.findByText('Stopped: no spend in 7 days, $120.50 in the 21 before.')).toBeVisible();
});

test('the filters are company, search, campaign, ad set, ad name, ad type, ad ID, min spend and the two by tags', async () => {
  openAds();
  await row();
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  for (const [label, typed] of [
    ['Search', 'boots'],
    ['Campaign', 'aut'],
    ['Ad Set', 'bo'],
    ['Ad Name', 'autumn'],
    ['Ad Type', 'video'],
    ['Ad ID', '2385'],
    ['Min Spend (7d)', '12.5'],
  ] as const)
    await user.type(screen.getByRole('searchbox', { name: label }), `${typed}{Enter}`);
  for (const label of ['Has Tags', 'Exclude Tags']) {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: 'Sale' }));
    await user.keyboard('{Escape}');
  }
  await waitFor(() =>
    expect(Object.fromEntries(lastQuery() ?? [])).toMatchObject({
      search: 'boots',
      campaign_name: 'aut',
      adset_name: 'bo',
      ad_name: 'autumn',
      ad_type: 'video',
      ad_identifier: '2385',
      min_spend_7d: '12.5',
      include_tags: 'Sale',
      exclude_tags: 'Sale',
    }),
  );
});

test("'Spend' leads to what these very ads spent", async () => {
  openAds({ address: '/facebook-ads?company_id=4&ad_name=x' });
  await row();
  expect(screen.getByRole('link', { name: 'Spend' })).toHaveAttribute('href', '/ads/spend?company_id=4&ad_name=x');
});

test('changing the company clears both tag filters', async () => {
  const router = openAds({
    address: '/facebook-ads?company_id=4&include_tags=a&include_tags=b&exclude_tags=c&ad_name=x',
  });
  await row();
  expect(lastQuery()?.getAll('include_tags')).toEqual(['a', 'b']);
  await user.click(screen.getByRole('combobox', { name: 'Company' }));
  await user.click(await screen.findByRole('option', { name: 'Bexley' }));
  await waitFor(() => expect(router.state.location.search).toBe('?company_id=5&ad_name=x'));
});

test.each<[Answer, string]>([
  [[403, {}], 'You do not have permission to view these ads'],
  [[404, {}], 'Ads not found'],
  [[500, '<html>'], 'Failed to load Facebook ads'],
  [[403, { detail: 'Not you' }], 'Not you'],
])('a list answered with %j says why it is not there', async (answer, sentence) => {
  service.on('GET /facebook-ads', answer);
  openAds();
  expect(await screen.findByText(sentence)).toBeVisible();
  // The server's detail is preferred: it stands in place of the screen's own words, and once.
  if (sentence === 'Not you') expect(screen.queryByText(/permission to view|Failed to load/)).toBeNull();
});

test('without AdManager ads are viewed, and there is nothing to change them with', async () => {
  openAds({ groups: [] });
  const cells = within(await row());
  expect(cells.queryByRole('button', { name: /Add tag/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Export/ })).toBeNull();
  const modal = await openPreview();
  expect(modal.queryByRole('button', { name: 'Add Tag' })).toBeNull();
});

test('bulk actions are Add Tags and Remove Tags, then reading, exporting and clearing', async () => {
  openAds();
  await row();
  await user.click(screen.getByRole('checkbox', { name: 'Select Autumn boots' }));
  const group = within(screen.getByRole('group', { name: 'Bulk actions' }));
  expect(group.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Add Tags',
    'Remove Tags',
    'More Actions',
  ]);
  await user.click(group.getByRole('button', { name: 'More Actions' }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Read Now',
    'Export Selected',
    'Clear Selection',
  ]);
});

describe('the export', () => {
  const saved: string[] = [];
  beforeEach(() => {
    saved.length = 0;
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  test('of everything that matches is written by the service', async () => {
    service.on('POST /facebook-ads/export/', [200, '\uFEFFAd ID\r\n', { 'Content-Type': 'text/csv' }]);
    openAds({ address: '/facebook-ads?company_id=4&ad_name=boots&include_tags=Sale' });
    await row();
    await user.click(screen.getByRole('button', { name: 'Export all 600 matching' }));
    expect(await screen.findByText('Exported 600 ads')).toBeVisible();
    expect(service.requestsTo('POST /facebook-ads/export/')[0]?.body).toEqual({
      company_id: 4,
      ad_name: 'boots',
      include_tags: ['Sale'],
      sort_by: '-cached_spend_last_7d',
    });
    expect(saved).toEqual([expect.stringMatching(/^facebook_ads_export_\d{4}-\d\d-\d\d\.csv$/)]);
  });

  test('that is refused says why and saves nothing', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    service.on('POST /facebook-ads/export/', [403, { detail: 'No longer' }]);
    openAds();
    await row();
    await user.click(screen.getByRole('button', { name: 'Export all 600 matching' }));
    expect(await screen.findByText('Failed to export ads')).toBeVisible();
    expect(screen.getByText('No longer')).toBeVisible();
    expect(saved).toEqual([]);
    logged.mockRestore();
  });
});
test('names are text, whatever is in them', async () => {
  const nasty = '<img src=x onerror=alert(1)>';
  service.on('GET /facebook-ads', [200, page({ ...autumn, ad_name: nasty, campaign_name: nasty, tags: [nasty] })]);
  openAds();
  expect(await screen.findAllByText(nasty)).toHaveLength(3);
  expect(document.querySelector('img')).toBeNull();
  await act(() => Promise.resolve());
});
