import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CurrentUser } from 'api/contract/session';
import { useSession } from 'shared-auth';
import { createConsoleStore, restoreSession } from 'shared-auth/host';
import { startService, type Service } from 'shared-auth/testing';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useChosenCompany } from './chosen-company';
import { CompanySelect } from './company-select';

/** 101 companies, as a search finds them: ten at a time. */
const companies = Array.from({ length: 101 }, (_, index) => ({ id: index + 1, name: `Company ${index + 1}` }));

let service: Service;

beforeEach(async () => {
  service = await startService();
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('access_token', 'access');
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
  test('searches the server, so company 101 is reachable', async () => {
    const user = userEvent.setup();
    const onChange = jest.fn();
    signedIn({}, <Choosing onChange={onChange} />);
    await user.click(await input());
    expect(await screen.findByText('91 more: type to find them')).toBeVisible();
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
    await user.type(await input(), 'Company 50');
    await screen.findByRole('option', { name: 'Company 50' });
    const asked = service.askedFor('GET /companies/search').map(({ query }) => query.get('q') ?? '');
    expect(asked.filter(Boolean)).toEqual(['Company 50']);
  });

  test('Enter never chooses what an earlier letter had found', async () => {
    const user = userEvent.setup();
    const onChange = jest.fn();
    signedIn({}, <Choosing onChange={onChange} />);
    await user.click(await input());
    await screen.findByRole('option', { name: 'Company 1' });
    await user.keyboard('101{Enter}');
    expect(onChange).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Company 1' })).toBeNull());
    await user.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledWith(101);
  });

  test('shows the name of a chosen company that no search has found', async () => {
    signedIn({}, <CompanySelect label="Company" value={77} onChange={jest.fn()} />);
    await waitFor(async () => expect(await input()).toHaveValue('Company 77'));
    expect(service.askedFor('GET /companies/search')).toEqual([]);
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
    expect(onChange).toHaveBeenCalledWith(10);
    await user.keyboard('{ArrowDown}x{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await waitFor(async () => expect(await input()).toHaveValue('Company 10'));
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
    service.on('GET /companies/search', [500]);
    signedIn({}, <Choosing onChange={jest.fn()} />);
    await user.click(await input());
    expect(await screen.findByText('Failed to load companies: Request failed: 500')).toBeVisible();
    service.on('GET /companies/search', [503, { detail: 'The database is away' }]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Failed to load companies: The database is away')).toBeVisible();
    service.on('GET /companies/search', [200, { items: [{ id: 1, name: 'Company 1' }], total: 1 }]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('option', { name: 'Company 1' })).toBeVisible();
    expect(await input()).toHaveFocus();
  });
});

describe('the chosen company', () => {
  const mine = [{ id: 4, name: 'Company 4', slug: 'company-4' }];

  function Screen() {
    const { companyId, chooseCompany } = useChosenCompany();
    return (
      <>
        <p>Company: {companyId ?? 'none'}</p>
        <button onClick={() => chooseCompany(4)}>Choose</button>
      </>
    );
  }

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
    sessionStorage.setItem('company:7', '4');
    signedIn({}, <Screen />);
    expect(await screen.findByText('Company: none')).toBeVisible();
    expect(service.askedFor('GET /companies/4')).toEqual([]);
  });

  test('may be newer than the sign-in of a member of AaasAdmin, and is dropped when it is gone', async () => {
    sessionStorage.setItem('company:7', '50');
    const { unmount } = signedIn({ groups: ['AaasAdmin'] }, <Screen />);
    expect(await screen.findByText('Company: 50')).toBeVisible();
    unmount();
    service.on('GET /companies/50', [404, { detail: 'Company not found' }]);
    sessionStorage.setItem('company:7', '50');
    signedIn({ groups: ['AaasAdmin'] }, <Screen />);
    expect(await screen.findByText('Company: none')).toBeVisible();
  });

  test('that is stored as anything but an id is none', async () => {
    sessionStorage.setItem('company:7', '4; drop');
    signedIn({ companies: mine }, <Screen />);
    expect(await screen.findByText('Company: none')).toBeVisible();
  });
});
