/** A list of teas with saved views, for the tests of both. */
import { screen, waitFor, within } from '@testing-library/react';
import type { Group } from 'contract/session';
import { listQuery } from 'contract/paging';
import { company, flag, text } from 'contract/schema';
import type { View, ViewCreate, ViewPatch } from 'contract/views';
import type { Service } from 'shared-auth/testing';
import { defineList } from '../../list-screen/list-definition';
import { ListScreen } from '../../list-screen/list-screen';
import { everything, startTeaService, teaList, teasNumbered } from '../../list-screen/testing/teas';
import { user } from '../../testing/as-a-person';
import { openScreen } from '../../testing/open-screen';

/** The teas of a company. */
const teasOfCompany = defineList({
  ...teaList,
  contract: {
    ...teaList.contract,
    query: listQuery({ company_id: company('Company'), name: text('Name', {}), in_stock: flag('In stock') }, [
      'name',
      'price',
    ]),
  },
  filters: ['company_id', 'name', 'in_stock'],
});

/** A view as the service has it. */
export const viewOf = (view: Partial<View>): View => ({
  id: 1,
  list: 'teas',
  name: 'Cheap',
  query: '',
  columns: [],
  density: 'comfortable',
  position: 0,
  is_default: false,
  group_name: null,
  created_by_username: 'ada',
  may_change: true,
  updated_at: '2026-01-01T00:00:00.000Z',
  ...view,
});

export interface TeaViews {
  service: Service;
  /** Views of the service. */
  views: View[];
}

/** A service of sixty teas that keeps views in this array. */
export async function startViews(...views: View[]): Promise<TeaViews> {
  const service = await startTeaService(teasNumbered(60));
  service.on('GET /companies', [200, []]);
  service.on('GET /views', () => [200, { items: views }]);
  service.on('POST /views', ({ body }) => {
    const created = viewOf({ id: 100 + views.length, position: views.length, ...(body as ViewCreate) });
    views.push(created);
    return [201, created];
  });
  for (const { id } of [...views]) {
    const at = () => views.findIndex((one) => one.id === id);
    service.on(`PATCH /views/${id}`, ({ body }) => {
      const { position = at(), ...changes } = body as ViewPatch;
      const [changed] = views.splice(at(), 1);
      views.splice(position, 0, { ...(changed as View), ...changes });
      return [200, views[at()]];
    });
    service.on(`DELETE /views/${id}`, () => {
      views.splice(at(), 1);
      return [204];
    });
  }
  return { service, views };
}

interface Opening {
  groups?: Group[];
  companies?: { id: number; name: string; slug: string }[];
  ofCompany?: boolean;
}

/** Opens the list as ada at an address, when its first rows are there; Back leads elsewhere. */
export async function openViews(address = '/teas', { ofCompany = false, ...person }: Opening = {}) {
  const bulkActions = ['Export Selected', 'Clear Selection'] as const;
  const opened = openScreen(
    ofCompany ? (
      <ListScreen list={teasOfCompany} calls={everything} bulkActions={bulkActions} />
    ) : (
      <ListScreen list={teaList} calls={everything} bulkActions={bulkActions} />
    ),
    { address, before: '/elsewhere', others: { '/elsewhere': <p>Elsewhere</p> }, ...person },
  );
  await screen.findByText(/total records/);
  await waitFor(() => expect(document.querySelector('tbody th')).not.toBeNull());
  /** The address's parameters in the order of the alphabet. */
  const search = () => {
    const params = new URLSearchParams(opened.router.state.location.search);
    params.sort();
    return params.size > 0 ? `?${params}` : '';
  };
  return { ...opened, search };
}

/** The tabs above the list. */
export const tabs = () => within(screen.getByRole('navigation', { name: 'Views' }));
/** Their words, as they are once they have come. */
export const tabNames = async () => {
  await screen.findByRole('navigation', { name: 'Views' });
  return tabs()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
};
export const present = () => tabs().getByRole('link', { current: 'page' });

/** Opens the menu of views and returns the words in it. */
export async function openMenu() {
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await screen.findByRole('menu', { name: 'Views and columns' });
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
}

/** Chooses an entry of that menu. */
export async function chooseInMenu(entry: string) {
  await openMenu();
  await user.click(screen.getByRole('menuitem', { name: entry }));
}
