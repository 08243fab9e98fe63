import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HistoryEntry } from 'contract/history';
import type { Group } from 'contract/session';
import { startService, type Service } from 'shared-auth/testing';
import { openScreen } from '../testing/open-screen';
import { HistoryPart } from './history-part';
import type { HistoryOf } from './history.api';

let service: Service;
let log: HistoryEntry[];

const changeOf = (field: string, label: string, kind: string, before: unknown, after: unknown, more: object = {}) => ({
  field,
  label,
  kind,
  labels: null,
  before,
  after,
  is_secret: false,
  is_cut: false,
  ...more,
});

const entry = (id: number, given: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  operation_id: `operation-${id}`,
  operation_size: 1,
  group_size: 1,
  at: '2026-03-01T12:30:00.000Z',
  username: 'grace',
  action: 'update',
  resource: 'company',
  record_id: '7',
  record_name: 'Acme',
  company_id: 7,
  undoes: null,
  agent: null,
  tab_id: null,
  changes: [changeOf('name', 'Name', 'text', `Name ${id - 1}`, `Name ${id}`)],
  can_undo: false,
  undo_obstacle: null,
  ...given,
});

beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  log = [entry(1)];
  service = await startService();
  service.on('GET /companies/7/history', ({ query }) => {
    const page = Number(query.get('page'));
    const page_size = Number(query.get('page_size'));
    const items = log.slice((page - 1) * page_size, page * page_size);
    return [200, { items, total: log.length, page, page_size, total_pages: Math.ceil(log.length / page_size) }];
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.close();
});

const user = userEvent.setup();
const acme: HistoryOf = { kind: 'company', id: 7, companyId: 7 };

async function openHistory(groups: Group[] = ['CompanyAdmin'], of = acme) {
  openScreen(<HistoryPart of={of} />, { groups });
  await user.click(screen.getByRole('button', { name: 'History' }));
}
const entries = async () => (await screen.findAllByRole('listitem')).map((item) => within(item));
const firstEntry = async () => within((await screen.findAllByRole('listitem'))[0] as HTMLElement);

test('a record that was read from a source says so, with the last time', async () => {
  const read = { read_from: 'Seller Central', read_at: '2026-03-02T06:00:00.000Z' };
  service.on('GET /companies/7/history', [
    200,
    { items: [], total: 0, page: 1, page_size: 10, total_pages: 0, ...read },
  ]);
  await openHistory();
  expect(await screen.findByText(/^Read from/)).toHaveTextContent(/^Read from Seller Central, Mar 2, 2026/);
});

test('a history is asked for only when it is opened', async () => {
  openScreen(<HistoryPart of={acme} />, { groups: ['CompanyAdmin'] });
  expect(screen.getByRole('button', { name: 'History' })).toHaveAttribute('aria-expanded', 'false');
  expect(service.requests).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'History' }));
  expect(await screen.findByText('grace')).toBeVisible();
  expect(service.requestsTo('GET /companies/7/history')).toHaveLength(1);
});

test('an entry says who did what and when, what each field was and became, and which request it was', async () => {
  log = [
    entry(1, {
      changes: [
        changeOf('fee', 'Fee', 'money', 1.5, null),
        changeOf('status', 'Status', 'choice', 'p', 'd', { labels: { p: 'Pending', d: 'Done' } }),
        changeOf('starts', 'Starts', 'date', '2026-02-03', '2026-03-04'),
        changeOf('is_open', 'Open', 'flag', true, false),
        changeOf('key', 'API Key', 'secret', '***', '***', { is_secret: true }),
        changeOf('old_key', 'Old Key', 'secret', '***', null, { is_secret: true }),
      ],
    }),
  ];
  await openHistory();
  const shown = await firstEntry();
  expect(shown.getByText('Updated')).toBeVisible();
  expect(shown.getByText('grace')).toBeVisible();
  expect(shown.getByText(/2026/, { selector: 'time' })).toHaveAttribute('datetime', '2026-03-01T12:30:00.000Z');
  const values = shown.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values).toEqual([
    'from $1.50→to -',
    'from Pending→to Done',
    'from Feb 3, 2026→to Mar 4, 2026',
    'from Yes→to No',
    'changed',
    'cleared',
  ]);
  expect(shown.getByTitle('operation-1')).toHaveTextContent(/^operatio$/);
  expect(shown.getByRole('button', { name: 'Copy request id' })).toBeVisible();
});

test('what came of a proposal names the agent, and a fraction is drawn in percent, as the details draw it', async () => {
  const changes = [changeOf('fee', 'Fee', 'rate', 0.029, 0.03)];
  log = [{ ...entry(1, { changes }), agent: 'Shop Helper' } as HistoryEntry];
  await openHistory(['CompanyAdmin'], acme);
  const shown = await firstEntry();
  expect(shown.getByText('Shop Helper').parentElement).toHaveTextContent('by grace, proposed by Shop Helper');
  expect(shown.getByRole('definition').textContent).toBe('from 2.9\u00a0%→to 3\u00a0%');
});

test('the values of a list read as the form shows them', async () => {
  const labels = { a: 'Set the status', b: 'Add tags' };
  log = [entry(1, { changes: [changeOf('kinds', 'Kinds', 'text', ['a'], ['a', 'b'], { labels })] })];
  await openHistory();
  const shown = await firstEntry();
  expect(shown.getByRole('definition').textContent).toBe('from Set the status→to Set the status, Add tags');
});

test('of a new record the fields that hold something are shown, folded where they are many', async () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const changes = names.map((name, at) => changeOf(name, name, 'text', null, at === 1 ? null : `value ${name}`));
  log = [entry(1, { action: 'create', changes })];
  await openHistory();
  const shown = await firstEntry();
  expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['A', 'C', 'D', 'E']);
  await user.click(shown.getByRole('button', { name: 'Show all 5 fields' }));
  expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['A', 'C', 'D', 'E', 'F']);
  expect(shown.getAllByRole('definition')[0]?.textContent).toBe('value A');
});

test('it comes in pages, and shows earlier changes when they are asked for', async () => {
  log = Array.from({ length: 12 }, (_, at) => entry(12 - at));
  await openHistory();
  expect(await entries()).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Show earlier changes' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(12));
  expect(screen.queryByRole('button', { name: 'Show earlier changes' })).toBeNull();
});

test('an empty history says so, and one that could not be loaded can be tried again', async () => {
  service.on('GET /companies/7/history', [500, { detail: 'Internal server error' }]);
  await openHistory();
  expect(await screen.findByText('Failed to load history')).toBeVisible();
  service.on('GET /companies/7/history', [200, { items: [], total: 0, page: 1, page_size: 10, total_pages: 0 }]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nothing has been changed since history is kept.')).toBeVisible();
});

test('a search term is asked for together with its company', async () => {
  await openHistory(['SocialMediaManager'], { kind: 'social_media_search_term', id: 3, companyId: 5 });
  await screen.findByText('Failed to load history');
  const [asked] = service.requestsTo('GET /social-media-search-terms/3/history');
  expect(asked?.query.get('company_id')).toBe('5');
  expect(asked?.query.get('page')).toBe('1');
});

test('the cost periods of a variant are asked for by the variant, and each entry says which period it is of', async () => {
  const period = entry(1, { resource: 'product_variant_cogs', record_id: '44', record_name: null });
  const page = { items: [period], total: 1, page: 1, page_size: 10, total_pages: 1 };
  service.on('GET /product-variant-cogs/timeline/9/history', [200, page]);
  await openHistory(['CompanyAdmin'], { kind: 'product_variant_cogs', id: 9, companyId: null });
  expect((await firstEntry()).getByText('COGS Record 44')).toBeVisible();
});

test('the way to all activity of a record is there for AaasAdmin alone', async () => {
  await openHistory(['AaasAdmin']);
  const link = await screen.findByRole('link', { name: 'All activity' });
  expect(link).toHaveAttribute('href', '/activity?resource=company&record_id=7');
});

test('the way to all activity comes with the entries, which would push it away from under the pointer', async () => {
  let answer: () => void = () => undefined;
  const page = { items: log, total: 1, page: 1, page_size: 10, total_pages: 1 };
  service.on('GET /companies/7/history', () => new Promise((resolve) => (answer = () => resolve([200, page]))));
  await openHistory(['AaasAdmin']);
  await waitFor(() => expect(service.requestsTo('GET /companies/7/history')).toHaveLength(1));
  expect(screen.queryByRole('link', { name: 'All activity' })).toBeNull();
  answer();
  expect(await screen.findByRole('link', { name: 'All activity' })).toBeVisible();
  expect(screen.getAllByRole('listitem')).not.toHaveLength(0);
});

test('a CompanyAdmin is shown no way to all activity', async () => {
  await openHistory();
  await firstEntry();
  expect(screen.queryByRole('link', { name: 'All activity' })).toBeNull();
});

describe('Undo', () => {
  const undoable = (given: Partial<HistoryEntry> = {}) => entry(2, { can_undo: true, ...given });
  const done = { operation_id: 'operation-3', success_count: 1, error_count: 0, errors: [], not_restored: [] };
  const question = (name: RegExp) => within(screen.getByRole('group', { name }));

  test('stands beside what can be taken back alone', async () => {
    log = [undoable(), entry(1)];
    await openHistory();
    const [first, second] = await entries();
    expect(first?.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(second?.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('asks first, naming what comes back and what does not, and Escape or Cancel leaves it', async () => {
    const secret = changeOf('key', 'Shopify API Key', 'secret', '***', '***', { is_secret: true });
    log = [undoable({ operation_size: 503, changes: [...entry(2).changes, secret] })];
    await openHistory();
    await user.click((await firstEntry()).getByRole('button', { name: 'Undo' }));
    const asked = question(/Give Acme back what it had/);
    expect(asked.getByRole('definition')).toHaveTextContent('Name 1');
    expect(asked.getByText(/Not given back.*Shopify API Key/)).toBeVisible();
    expect(asked.getByText(/one of 503 changes made together/)).toBeVisible();
    expect(asked.getByRole('button', { name: 'Undo this change' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('group')).toBeNull();
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
    expect(service.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test.each<[string, Partial<HistoryEntry>, RegExp]>([
    ['a deletion', { action: 'delete' }, /Bring back Acme\?/],
    ['a restored record', { action: 'restore' }, /Take Acme away again\?/],
    ['a link', { action: 'link' }, /Take this link off Acme again\?/],
    ['a link that was taken off', { action: 'unlink' }, /Link this to Acme again\?/],
  ])('asks of %s in its own words', async (_, given, words) => {
    log = [undoable(given)];
    await openHistory();
    await user.click((await firstEntry()).getByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('group', { name: words })).toBeVisible();
  });

  test('is sent once, says that it is done, and the history then begins with it', async () => {
    log = [undoable()];
    service.on('POST /history/operation-2/undo', () => {
      log = [entry(3, { undoes: 'operation-2', changes: [] }), entry(2)];
      return [200, { ...done, not_restored: ['Shopify API Key'] }];
    });
    await openHistory();
    await user.click((await firstEntry()).getByRole('button', { name: 'Undo' }));
    await user.dblClick(screen.getByRole('button', { name: 'Undo this change' }));
    expect(await screen.findByText('Undone')).toBeVisible();
    expect(screen.getByText('Not given back: Shopify API Key.')).toBeVisible();
    expect(await screen.findByText('Updated by Undo')).toBeVisible();
    expect(service.requestsTo('POST /history/operation-2/undo')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('of many says how many were taken back, and why the others were not', async () => {
    log = [undoable({ operation_size: 3 })];
    const errors = [{ id: 4, msg: 'This post has been changed since.' }];
    service.on('POST /history/operation-2/undo', [200, { ...done, success_count: 2, error_count: 1, errors }]);
    await openHistory();
    await user.click((await firstEntry()).getByRole('button', { name: 'Undo' }));
    await user.click(screen.getByRole('button', { name: 'Undo this change' }));
    expect(await screen.findByText('2 of 3 were taken back. This post has been changed since.')).toBeVisible();
  });

  test('of what has changed meanwhile shows the sentence of the service', async () => {
    log = [undoable()];
    service.on('POST /history/operation-2/undo', () => {
      log = [entry(2)];
      return [409, { detail: 'This company has been changed since. Nothing was undone.' }];
    });
    await openHistory();
    await user.click((await firstEntry()).getByRole('button', { name: 'Undo' }));
    await user.click(screen.getByRole('button', { name: 'Undo this change' }));
    const sentence = 'This company has been changed since. Nothing was undone.';
    expect(await screen.findByText(sentence)).toBeVisible();
    // The history is read again, and the sentence stays.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    expect(screen.getByText(sentence)).toBeVisible();
  });
});
