import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { listQuery } from 'contract/paging';
import { company, response, id, object, text, type Infer } from 'contract/schema';
import { injectEndpoints, resourceEndpoints } from 'shared-auth';
import { SignedIn, startService, type Service } from 'shared-auth/testing';
import { pagesAt } from '../testing/page-at';
import { ToastQueue } from '../toast/toast-queue';
import { defineList } from './list-definition';
import type { ListDialogProps } from './actions';
import { ListScreen } from './list-screen';

const company_id = company('Company');
const blend = response({ id, company_id, name: text('Name', {}) });
const blendQuery = listQuery({ company_id, name: text('Name', {}) }, ['name'], ['company_id']);
const blendWrite = object({ company_id, name: text('Name', { minLength: 1 }) }, ['company_id', 'name']);
type Blend = Infer<typeof blend>;
type BlendWrite = Infer<typeof blendWrite>;

const { endpoints } = injectEndpoints(['blends'], (build) => {
  const blends = resourceEndpoints(build, { path: '/blends', tag: 'blends' });
  return {
    listBlends: blends.list<Blend, Infer<typeof blendQuery>>(),
    createBlend: blends.create<Blend, BlendWrite>(),
    getBlend: build.query<Blend, { id: number; company_id: number }>({
      query: ({ id, company_id }) => ({ path: `/blends/${id}`, query: { company_id } }),
    }),
  };
});
const calls = { list: endpoints.listBlends, create: endpoints.createBlend };

const blends = defineList({
  title: 'Blends',
  noun: { one: 'Blend', many: 'blends' },
  contract: { response: blend, create: blendWrite, query: blendQuery, defaultSort: 'name' },
  columns: ['name'],
  filters: ['company_id', 'name'],
  fields: ['name'],
  details: ['name'],
  nameOf: ({ name }) => name,
  demandsCompany: true,
  messages: { loadFailed: 'Failed to load blends', companyFirst: 'Please select a company to view blends.' },
});
const ofAllCompanies: typeof blends = { ...blends, demandsCompany: false };

const companies = [4, 5].map((companyId) => ({ id: companyId, name: `Company ${companyId}`, slug: `c-${companyId}` }));
const person = { id: 7, username: 'ada', email: '', companies, groups: [] };

let service: Service;
beforeEach(async () => {
  localStorage.clear();
  service = await startService();
  service.on('GET /companies', [200, { items: companies, total: 2 }]);
  for (const company of companies) service.on(`GET /companies/${company.id}`, [200, company]);
  service.on('GET /blends', ({ query }) => {
    const company = Number(query.get('company_id'));
    if (company > 5) return [404, { detail: 'Company not found' }];
    const items = [{ id: company * 10, company_id: company, name: `Blend of ${company}` }];
    return [200, { items, total: 60, page: Number(query.get('page')), page_size: 25, total_pages: 3 }];
  });
});
afterEach(() => service.close());

const user = userEvent.setup();
type Props = Partial<ComponentProps<typeof ListScreen<typeof blend, typeof blendQuery, typeof blendWrite>>>;
function open(address = '/blends', list = blends, props: Props = {}) {
  const pages = {
    '/blends': <ListScreen list={list} calls={calls} bulkActions={[]} {...props} />,
    '/elsewhere': <p>Elsewhere</p>,
  };
  const { page, router } = pagesAt(pages, '/elsewhere', address);
  const steps = new Set<string>();
  router.subscribe(({ location }) => steps.add(location.key));
  const view = render(
    <SignedIn user={person}>
      {page}
      <ToastQueue />
    </SignedIn>,
  );
  return { router, steps, ...view };
}
const sentence = () => screen.queryByText('Please select a company to view blends.');
const select = () => screen.getByRole('combobox', { name: 'Company' });
const choose = async (name: string) => {
  await user.click(select());
  await user.click(await screen.findByRole('option', { name }));
};
const row = (name: string) => screen.findByRole('rowheader', { name });
const listed = () => service.requestsTo('GET /blends');

test('until a company is chosen a sentence stands in place of the rows, and nothing loads', async () => {
  const { router } = open();
  expect(sentence()).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  await choose('Company 4');
  await row('Blend of 4');
  expect(sentence()).toBeNull();
  expect(listed().map(({ query }) => query.get('company_id'))).toEqual(['4']);
  expect(router.state.location.search).toBe('?company_id=4');
});

test('another company is another first page, and never the rows of the one before', async () => {
  const { router } = open('/blends?company_id=4&page=2');
  await row('Blend of 4');
  await choose('Company 5');
  expect(screen.queryByText('Blend of 4')).toBeNull();
  await row('Blend of 5');
  expect(router.state.location.search).toBe('?company_id=5');
  await act(() => router.navigate(-1));
  await row('Blend of 4');
  expect(router.state.location.search).toBe('?company_id=4&page=2');
});

test('the company is remembered for all screens, and the address names it', async () => {
  const { unmount } = open('/blends?company_id=5');
  await row('Blend of 5');
  unmount();
  const { router: again, steps } = open();
  await row('Blend of 5');
  expect(again.state.location.search).toBe('?company_id=5');
  // The first address, and the one that names the company.
  expect(steps.size).toBe(2);
  await act(() => again.navigate(-1));
  expect(screen.getByText('Elsewhere')).toBeVisible();
});

test('an address that names another company wins over the remembered one', async () => {
  localStorage.setItem('company:7', '5');
  open('/blends?company_id=4');
  await row('Blend of 4');
  expect(localStorage.getItem('company:7')).toBe('4');
});

test('the menu entry of the screen itself leads to its first page, with the company', async () => {
  const { router } = open('/blends?company_id=5&page=2');
  await row('Blend of 5');
  await act(() => router.navigate('/blends'));
  await waitFor(() => expect(router.state.location.search).toBe('?company_id=5'));
  await row('Blend of 5');
});

test('letting the company go forgets it, and the sentence is back', async () => {
  open('/blends?company_id=5');
  await row('Blend of 5');
  await user.click(screen.getByRole('button', { name: 'Clear company' }));
  expect(sentence()).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(localStorage.getItem('company:7')).toBeNull();
});

test('Clear Filters leaves the company', async () => {
  const { router } = open('/blends?company_id=5&name=tea');
  await row('Blend of 5');
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  await waitFor(() => expect(router.state.location.search).toBe('?company_id=5'));
  expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
});

test('a company out of reach is dropped with a word, not shown as a broken list', async () => {
  const { router } = open('/blends?company_id=6');
  expect(await screen.findByText('Company not found')).toBeVisible();
  expect(sentence()).toBeVisible();
  expect(router.state.location.search).toBe('');
  expect(localStorage.getItem('company:7')).toBeNull();
  await act(() => router.navigate(-1));
  expect(screen.getByText('Elsewhere')).toBeVisible();
});

test("adding without a company says 'Please select a company first'", async () => {
  open();
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  expect(await screen.findByText('Please select a company first')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a new record is of the chosen company', async () => {
  service.on('POST /blends', [201, {}]);
  open('/blends?company_id=4');
  await row('Blend of 4');
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Mint{Enter}');
  expect(await screen.findByText('Blend created successfully')).toBeVisible();
  expect(service.requestsTo('POST /blends')[0]?.body).toEqual({ company_id: 4, name: 'Mint' });
});

test('where a list is of all companies too, the company is a filter like the others', async () => {
  const { router } = open('/blends?company_id=4', ofAllCompanies);
  await row('Blend of 4');
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  await row('Blend of 0');
  expect(router.state.location.search).toBe('');
});

describe("a dialog of the screen's own", () => {
  const Mixing = ({ companyId, onClose }: ListDialogProps) => <button onClick={onClose}>Mix for {companyId}</button>;
  const load = jest.fn(() => Promise.resolve({ default: Mixing }));
  const press = () => user.click(screen.getByRole('button', { name: 'Mix' }));

  test("is about the list's company, and waits until there is one", async () => {
    open('/blends', blends, { dialogs: [{ label: 'Mix', load }] });
    await press();
    await screen.findAllByText('Please select a company first');
    expect(screen.queryByText(/Mix for/)).toBeNull();
    await choose('Company 4');
    await row('Blend of 4');
    await press();
    await user.click(await screen.findByRole('button', { name: 'Mix for 4' }));
    expect(screen.queryByText('Mix for 4')).toBeNull();
  });

  test('that cannot be fetched says so', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    load.mockRejectedValue(new Error('No network'));
    open('/blends?company_id=4', blends, { dialogs: [{ label: 'Mix', load }] });
    await press();
    expect(await screen.findByText('This could not be opened. Please try again.')).toBeVisible();
    logged.mockRestore();
  });
});

test('calls that need the company are given it', async () => {
  const asked: (number | null)[] = [];
  open('/blends?company_id=5', blends, {
    calls: (companyId) => {
      asked.push(companyId);
      return calls;
    },
  });
  await row('Blend of 5');
  expect(new Set(asked)).toEqual(new Set([5]));
});

test('a record that the address names is asked for with the company that the address names, and with no other', async () => {
  service.on('GET /blends/77', ({ query }) =>
    query.get('company_id') === '5'
      ? [200, { id: 77, company_id: 5, name: 'Far blend' }]
      : [404, { detail: 'Blend not found' }],
  );
  const { router } = open('/blends?company_id=4', blends, {
    calls: (companyId) => ({
      ...calls,
      get: { initiate: (id, options) => endpoints.getBlend.initiate({ id, company_id: companyId ?? 0 }, options) },
    }),
  });
  await row('Blend of 4');
  await act(() => router.navigate('/blends?company_id=5&record=77'));
  expect(await screen.findByRole('dialog', { name: 'Far blend' })).toBeVisible();
  expect(service.requestsTo('GET /blends/77').map(({ query }) => query.get('company_id'))).toEqual(['5']);
});
