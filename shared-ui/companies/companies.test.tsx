import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CurrentUser } from 'contract/session';
import { useSession } from 'shared-auth';
import { createConsoleStore, restoreSession } from 'shared-auth/host';
import { startService, type Service } from 'shared-auth/testing';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useChosenCompany } from './chosen-company';
import { CompanySelect } from './company-select';

/** 101 companies, one more than are got at once. */
const companies = Array.from({ length: 101 }, (_, index) => ({
  id: index + 1,
  name: `Company ${index + 1}`,
  slug: `c-${index + 1}`,
}));

let service: Service;

beforeEach(async () => {
  service = await startService();
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('access_token', 'access');
  service.on('GET /companies', ({ query }) => {
    const items = companies.slice(0, Number(query.get('page_size')));
    return [200, { items, total: companies.length, page: 1, page_size: 100, total_pages: 2 }];
  });
  service.on('GET /companies/search', ({ query }) => {
    const found = companies.filter(({ name }) =>
      name.toLowerCase().includes(String(query.get('q') ?? '').toLowerCase()),
    );
    return [200, { items: found.slice(0, Number(query.get('limit'))), total: found.length }];
  });
  for (const company of companies) service.on(`GET /companies/${company.id}`, [200, company]);
});
afterEach(() => service.close());

function signedIn(user: Partial<CurrentUser>, children: ReactNode) {
  service.on('GET /users/me', [200, { id: 7, username: 'ada', email: '', companies: [], groups: [], ...user }]);
  const store = createConsoleStore();
  void restoreSession(store);
  const Guarded = () => (useSession().user ? children : null);
  return render(
    <Provider store={store}>
      <Guarded />
    </Provider>,
  );
}

function Choosing({ onChange }: { onChange(id: number | null): void }) {
  const [value, setValue] = useState<number | null>(null);
  const change = (id: number | null) => {
    onChange(id);
    setValue(id);
  };
  return <CompanySelect label="Company" value={value} onChange={change} />;
}

const input = () => screen.findByRole('combobox', { name: 'Company' });

describe('CompanySelect', () => {
  test.each<[string, (items: object[]) => object]>([
    ['an object with items', (items) => ({ items, total: items.length })],
    ['a plain array', (items) => items],
  ])('asks for all companies once, which come as %s, and finds them by name or slug without asking', async (_, as) => {
    const user = userEvent.setup({ delay: null });
    const onChange = jest.fn();
    service.on('GET /companies', [200, as(companies.slice(0, 12))]);
    signedIn({}, <Choosing onChange={onChange} />);
    await user.click(await input());
    expect(await screen.findAllByRole('option')).toHaveLength(12);
    expect(screen.queryByText(/more: type to find them/)).toBeNull();
    await user.type(await input(), 'company 1');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Company 1',
      'Company 10',
      'Company 11',
      'Company 12',
    ]);
    await user.clear(await input());
    await user.type(await input(), 'C-12{Enter}');
    expect(onChange).toHaveBeenCalledWith(12);
    await waitFor(async () => expect(await input()).toHaveValue('Company 12'));
    await user.click(await input());
    expect(service.requests.filter(({ path }) => path.startsWith('/companies'))).toHaveLength(1);
    expect(service.requestsTo('GET /companies')[0]?.query.toString()).toBe('page_size=100');
  });

  test('a response that holds no companies is a failure', async () => {
    const user = userEvent.setup();
    service.on('GET /companies', [200, { companies }]);
    signedIn({}, <Choosing onChange={jest.fn()} />);
    await user.click(await input());
    expect(await screen.findByText(/^Failed to load companies: The response of the server/)).toBeVisible();
  });

  test('searches the server where there are more, so company 101 is reachable', async () => {
    const user = userEvent.setup();
    const onChange = jest.fn();
    signedIn({}, <Choosing onChange={onChange} />);
    await user.click(await input());
    expect(await screen.findByText('1 more: type to find them')).toBeVisible();
    expect(screen.queryByText('Company 101')).toBeNull();
    await user.type(await input(), '101');
    await user.click(await screen.findByRole('option', { name: 'Company 101' }));
    expect(onChange).toHaveBeenCalledWith(101);
    await waitFor(async () => expect(await input()).toHaveValue('Company 101'));
  });

  test('asks once the typing has stopped, not for every letter', async () => {
    // As fast as can be, however slow the machine is.
    const user = userEvent.setup({ delay: null });
    signedIn({}, <Choosing onChange={jest.fn()} />);
    await user.type(await input(), 'Company 101');
    await screen.findByRole('option', { name: 'Company 101' });
    const asked = service.requestsTo('GET /companies/search').map(({ query }) => query.get('q') ?? '');
    expect(asked.filter(Boolean)).toEqual(['Company 101']);
  });

  test('Enter never chooses what an earlier letter had found', async () => {
    const user = userEvent.setup();
    const onChange = jest.fn();
    signedIn({}, <Choosing onChange={onChange} />);
    await user.click(await input());
    await screen.findByRole('option', { name: 'Company 1' });
    await user.keyboard('101{Enter}');
    expect(onChange).not.toHaveBeenCalled();
    expect(screen.queryByRole('option', { name: 'Company 1' })).toBeNull();
    await screen.findByRole('option', { name: 'Company 101' });
    await user.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledWith(101);
  });

  test('shows the name of a chosen company that no search has found', async () => {
    signedIn({}, <CompanySelect label="Company" value={101} onChange={jest.fn()} />);
    await waitFor(async () => expect(await input()).toHaveValue('Company 101'));
    expect(service.requests.map(({ path }) => path)).toEqual(['/users/me', '/companies', '/companies/101']);
  });

  test('works by keyboard alone: arrows, Enter, Escape', async () => {
    const user = userEvent.setup();
    const onChange = jest.fn();
    signedIn({}, <Choosing onChange={onChange} />);
    await input();
    await user.tab();
    await user.keyboard('{ArrowDown}');
    const options = within(screen.getByRole('listbox'));
    await options.findByRole('option', { name: 'Company 2' });
    await user.keyboard('{ArrowDown}');
    expect(await input()).toHaveAttribute('aria-activedescendant', options.getByText('Company 2').id);
    await user.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    expect(onChange).toHaveBeenCalledWith(100);
    await user.keyboard('{ArrowDown}x{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await waitFor(async () => expect(await input()).toHaveValue('Company 100'));
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  test('is emptied by its clear button', async () => {
    const user = userEvent.setup();
    const onChange = jest.fn();
    signedIn({}, <CompanySelect label="Company" value={5} onChange={onChange} />);
    await user.click(await screen.findByRole('button', { name: 'Clear company' }));
    expect(onChange).toHaveBeenCalledWith(null);
    expect(await input()).toHaveFocus();
  });

  test("without an answer it shows 'Failed to load companies' and offers another try", async () => {
    const user = userEvent.setup();
    service.on('GET /companies', [500]);
    signedIn({}, <Choosing onChange={jest.fn()} />);
    await user.click(await input());
    expect(await screen.findByText('Failed to load companies: Request failed: 500')).toBeVisible();
    service.on('GET /companies', [503, { detail: 'The database is away' }]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Failed to load companies: The database is away')).toBeVisible();
    service.on('GET /companies', [200, { items: [{ id: 1, name: 'Company 1' }], total: 1 }]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('option', { name: 'Company 1' })).toBeVisible();
    expect(await input()).toHaveFocus();
  });
});

describe('the chosen company', () => {
  const mine = [4, 5].map((id) => ({ id, name: `Company ${id}`, slug: `c-${id}` }));

  function Screen() {
    const { companyId, chooseCompany } = useChosenCompany();
    return (
      <>
        <p>Company: {companyId ?? 'none'}</p>
        <button onClick={() => chooseCompany(4)}>Choose</button>
      </>
    );
  }

  test('is the only one there is', async () => {
    signedIn({ companies: mine.slice(1) }, <Screen />);
    expect(await screen.findByText('Company: 5')).toBeVisible();
  });

  test('is remembered for new tabs of the same person, whose session storage is empty', async () => {
    const user = userEvent.setup();
    const { unmount } = signedIn({ companies: mine }, <Screen />);
    await user.click(await screen.findByText('Choose'));
    unmount();
    sessionStorage.clear();
    signedIn({ companies: mine }, <Screen />);
    expect(await screen.findByText('Company: 4')).toBeVisible();
  });

  test('is remembered per user, for all screens', async () => {
    const user = userEvent.setup();
    const { unmount } = signedIn({ companies: mine }, <Screen />);
    expect(await screen.findByText('Company: none')).toBeVisible();
    await user.click(screen.getByText('Choose'));
    expect(screen.getByText('Company: 4')).toBeVisible();
    unmount();
    const { unmount: leave } = signedIn({ companies: mine }, <Screen />);
    expect(await screen.findByText('Company: 4')).toBeVisible();
    leave();
    signedIn({ id: 8, companies: mine }, <Screen />);
    expect(await screen.findByText('Company: none')).toBeVisible();
  });

  test('is dropped when it is no longer in reach', async () => {
    localStorage.setItem('company:7', '4');
    signedIn({}, <Screen />);
    expect(await screen.findByText('Company: none')).toBeVisible();
    expect(service.requestsTo('GET /companies/4')).toEqual([]);
  });

  test('may be newer than the sign-in of a member of AaasAdmin, and is dropped when it is gone', async () => {
    localStorage.setItem('company:7', '50');
    const { unmount } = signedIn({ groups: ['AaasAdmin'] }, <Screen />);
    expect(await screen.findByText('Company: 50')).toBeVisible();
    unmount();
    service.on('GET /companies/50', [404, { detail: 'Company not found' }]);
    localStorage.setItem('company:7', '50');
    signedIn({ groups: ['AaasAdmin'] }, <Screen />);
    expect(await screen.findByText('Company: none')).toBeVisible();
  });

  test('that is stored as anything but an id is none', async () => {
    localStorage.setItem('company:7', '4; drop');
    signedIn({ companies: mine }, <Screen />);
    expect(await screen.findByText('Company: none')).toBeVisible();
  });
});
