import { screen, waitFor, within } from '@testing-library/react';
import type { NamingPreview, NamingRule } from 'contract/ads/naming-rules';
import { startService, type Service } from 'shared-auth/testing';
import { openScreen, user } from 'shared-ui/testing';
import NamingRulesScreen from './naming-rules.screen';

const companies = [{ id: 4, name: 'Acme', slug: 'acme' }];
const rule: NamingRule = {
  id: 7,
  company_id: 4,
  company_name: 'Acme',
  name: 'Names',
  pattern: '{product} – {angle}',
  last_updated_by_username: 'grace',
  state: 'active',
  last_run_at: null,
  last_run_count: null,
  created_at: '2026-11-01T12:00:00.000Z',
  updated_at: '2026-11-01T12:00:00.000Z',
};
const preview: NamingPreview = {
  ad_count: 1600,
  matched_count: 1500,
  changed_count: 1400,
  tag_count: 3,
  new_tag_count: 2,
  unfit_count: 1,
  tags: [
    { name: 'Shirt', ad_count: 900, is_new: false },
    { name: 'Comfort', ad_count: 700, is_new: true },
  ],
  examples: [{ id: 1, name: 'Shirt – Comfort', tags: ['Shirt', 'Comfort'] }],
  unmatched: [{ id: 2, name: 'Untitled' }],
};

let service: Service;
beforeEach(async () => {
  localStorage.clear();
  service = await startService();
  service.on('GET /naming-rules', [200, { items: [rule], total: 1, page: 1, page_size: 25, total_pages: 1 }]);
  service.on('GET /naming-rules/preview', [200, preview]);
  service.on('GET /companies', [200, { items: companies, total: 1 }]);
  service.on('GET /companies/4', [200, companies[0]]);
});
afterEach(() => service.close());

const open = () => openScreen(<NamingRulesScreen />, { companies, address: '/ads/naming-rules' });
const choose = async (action: string) => {
  await user.click(await screen.findByRole('button', { name: /Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return within(await screen.findByRole('dialog'));
};

test('a pattern is tried on all names while it is typed, and what is wrong with it is said', async () => {
  open();
  const dialog = await choose('Edit');
  expect(
    await dialog.findByText(
      '1,500 of 1,600 names match: 3 tags, 2 of them new. 1,400 ads get tags that they do not carry.',
    ),
  ).toBeVisible();
  expect(dialog.getByText('1 part is longer than 50 characters and becomes no tag.')).toBeVisible();
  expect(dialog.getByText('Shirt – Comfort').closest('li')).toHaveTextContent('Shirt – ComfortShirtComfort');
  expect(dialog.getByText('Untitled')).toBeVisible();
  expect(dialog.getByText('The 2 tags of most ads')).toBeVisible();
  expect(dialog.getByText(/700/)).toHaveTextContent('Comfort 700, new');

  const msg = 'Pattern must close each brace, such as {product} – {angle}';
  service.on('GET /naming-rules/preview', [422, { detail: [{ loc: ['query', 'pattern'], msg, type: 'pattern' }] }]);
  const pattern = dialog.getByRole('textbox', { name: /^Pattern/ });
  await user.clear(pattern);
  await user.type(pattern, '{{product');
  expect(await dialog.findByText(msg)).toBeVisible();
  expect(service.requestsTo('GET /naming-rules/preview').at(-1)?.query.get('pattern')).toBe('{product');
});

test('the ads are tagged in parts as one operation, which says how many and can be undone', async () => {
  const parts = [
    { changed_count: 1000, full_count: 0, next_after_id: 1000 },
    { changed_count: 398, full_count: 2, next_after_id: null },
  ];
  service.on('POST /naming-rules/7/apply', () => [200, parts.shift(), { 'x-operation-id': 'the-tagging' }]);
  open();
  const dialog = await choose('Tag Ads…');
  await user.click(await dialog.findByRole('button', { name: 'Tag 1,400 ads' }));
  expect(await screen.findByText('Tagged 1,398 ads')).toBeVisible();
  expect(screen.getByText('2 ads would carry more than 100 tags and are left.')).toBeVisible();
  expect(screen.getByRole('button', { name: /Undo/ })).toBeVisible();
  const [one, two] = service.requestsTo('POST /naming-rules/7/apply');
  expect([one?.body, two?.body]).toEqual([{ after_id: 0 }, { after_id: 1000 }]);
  expect(two?.headers['x-operation-id']).toBe('the-tagging');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('of a part that fails the earlier ones stand, and the dialog stays for another try', async () => {
  let calls = 0;
  service.on('POST /naming-rules/7/apply', () => {
    calls += 1;
    return calls === 1 ? [200, { changed_count: 1000, full_count: 0, next_after_id: 1000 }] : [503, { detail: 'Busy' }];
  });
  open();
  const dialog = await choose('Tag Ads…');
  await user.click(await dialog.findByRole('button', { name: 'Tag 1,400 ads' }));
  expect(await screen.findByText('Failed to tag the ads')).toBeVisible();
  expect(screen.getByText('Tagged 1,000 ads')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Tag 1,400 ads' })).toBeEnabled();
});

test('a rule without anything to do offers nothing, and one that has ended says why', async () => {
  service.on('GET /naming-rules/preview', [200, { ...preview, changed_count: 0 }]);
  service.on('GET /naming-rules', [
    200,
    { items: [{ ...rule, state: 'ended' }], total: 1, page: 1, page_size: 25, total_pages: 1 },
  ]);
  open();
  const dialog = await choose('Tag Ads…');
  expect(await dialog.findByText(/All that match carry their tags already/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Tag 0 ads' })).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  const details = await choose('View Details');
  expect(details.getByText(/grace may not tag the ads of this company any more/)).toBeVisible();
});
