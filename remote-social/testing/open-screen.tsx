import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Group } from 'api/contract/session';
import type { ReactElement } from 'react';
import { SignedIn, startService, type Service } from 'shared-auth/testing';
import { ToastQueue } from 'shared-ui';
import { createMemoryRouter, RouterProvider } from 'shared-ui/router';

/** The two companies of the person who is signed in. */
export const COMPANIES = [
  { id: 4, name: 'Harbor & Pine', slug: 'harbor-pine' },
  { id: 5, name: 'Lumen', slug: 'lumen' },
];

/** One page with these items, as a list answers it. */
export const pageOf = <Item,>(...items: Item[]) => ({
  items,
  total: items.length,
  page: 1,
  page_size: 25,
  total_pages: Math.min(items.length, 1),
});

/**
 * Begins every test of a file with a service of its own, whose list at a path has these items, and whose companies can be
 * chosen; it ends with the test, as do the test's spies.
 */
export function serviceOf(path: string, ...items: object[]): Omit<Service, 'close'> {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
    service.on('GET /companies/search', [200, { items: COMPANIES, total: COMPANIES.length }]);
    for (const company of COMPANIES) service.on(`GET /companies/${company.id}`, [200, company]);
    service.on(`GET ${path}`, [200, pageOf(...items)]);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await service.close();
  });
  return {
    get asked() {
      return service.asked;
    },
    askedFor: (call) => service.askedFor(call),
    on: (call, responder) => service.on(call, responder),
  };
}

/** What the list at a path was last asked with. */
export const lastQueryOf = (service: Pick<Service, 'askedFor'>, path: string) =>
  Object.fromEntries(service.askedFor(`GET ${path}`).at(-1)?.query ?? []);

/** Opens a screen for somebody of these groups, at an address that may carry a list's state. */
export function openScreen(element: ReactElement, query = '', groups: Group[] = ['SocialMediaManager']) {
  sessionStorage.clear();
  const person = { id: 1, username: 'ada', email: 'ada@example.com', companies: COMPANIES, groups };
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: [`/${query}`] });
  render(
    <SignedIn user={person}>
      <RouterProvider router={router} />
      <ToastQueue />
    </SignedIn>,
  );
  return router;
}

export const user = userEvent.setup();

/** Opens a row's menu by the row's name and chooses an entry. */
export async function choose(name: string, entry: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(screen.getByRole('menuitem', { name: entry }));
}

/** Chooses the company in a field or filter. */
export async function chooseCompany(name: string, within_ = screen as Pick<typeof screen, 'getByRole'>) {
  await user.click(within_.getByRole('combobox', { name: /Company/ }));
  await user.click(await screen.findByRole('option', { name }));
}

/** Ticks rows by their names. */
export async function select(...names: string[]) {
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
}

/** Says yes to the question that is asked. */
export const confirm = async () => user.click(await screen.findByRole('button', { name: 'Confirm' }));

/** What is in an open dialog. */
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

type Dialog = Awaited<ReturnType<typeof dialog>>;

/** The box of a dialog that takes many lines. */
export const linesBox = (within_: Dialog) => within_.getByRole('textbox', { name: /one per line/ });

/** Pastes lines into it. */
export async function pasteLines(within_: Dialog, text: string) {
  await user.click(linesBox(within_));
  await user.paste(text);
}

/** The colours of the badges of a row, by a part of its text. */
export const badgeTones = async (row: string) =>
  [...(await screen.findByRole('row', { name: new RegExp(row) })).querySelectorAll('.c-badge')].map(
    ({ className }) => className.split('--')[1],
  );

/** The headers of the table, without those of checkboxes and menus. */
export const columnTitles = () =>
  screen
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent)
    .filter((title) => title !== '' && title !== 'Actions');

/** The entries of the bulk bar, the ones behind 'More Actions' among them. */
export async function bulkLabels(): Promise<(string | null)[]> {
  const group = screen.getByRole('group', { name: 'Bulk actions' });
  const buttons = [...group.querySelectorAll('button')].map(({ textContent }) => textContent);
  if (!buttons.includes('More Actions')) return buttons;
  await user.click(screen.getByRole('button', { name: 'More Actions' }));
  const more = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  await user.keyboard('{Escape}');
  return [...buttons.filter((label) => label !== 'More Actions'), ...more];
}

/** Runs a bulk action, wherever in the bar it stands. */
export async function runBulk(label: string) {
  const direct = screen.queryByRole('button', { name: label });
  if (direct) return user.click(direct);
  await user.click(screen.getByRole('button', { name: 'More Actions' }));
  await user.click(screen.getByRole('menuitem', { name: label }));
}
