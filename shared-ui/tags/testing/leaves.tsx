/** A list of leaves, which carry tags, and a service that keeps them. */
import { screen } from '@testing-library/react';
import { listQuery, tagsFilter } from 'contract/paging';
import { company, id, object, response, tagNames, text, type Infer } from 'contract/schema';
import { resourceCalls } from 'shared-auth';
import { startService, type Service } from 'shared-auth/testing';
import { useMemo } from 'react';
import { defineList, ListScreen } from '../../list-screen';
import { openScreen, pageOf } from '../../testing';
import type { Tagging } from '../tagging';
import { tagCalls } from '../tags.api';
import { useTagging } from '../use-tagging';

const leaf = response({ id, company_id: company('Company'), name: text('Name'), tags: tagNames });
const leafQuery = listQuery({ company_id: company('Company'), has: tagsFilter('Has Tags') }, ['name']);
type Leaf = Infer<typeof leaf>;

const calls = resourceCalls('leaves', (resource) => ({
  list: resource.list<Leaf, Infer<typeof leafQuery>>(),
  ...tagCalls(resource),
}));
const leaves = defineList({
  title: 'Leaves',
  noun: { one: 'Leaf', many: 'leaves' },
  contract: { response: leaf, create: object({}, []), query: leafQuery, defaultSort: 'name' },
  columns: ['name', 'tags'],
  filters: ['company_id', 'has'],
  tagsOf: 'facebook_ad',
  nameOf: ({ name }) => name,
  messages: { loadFailed: 'Failed to load leaves' },
});
/** How leaves are tagged. */
export const leafTagging: Tagging = { resourceType: 'facebook_ad', noun: { one: 'leaf', many: 'leaves' }, calls };

export const EIGHT_TAGS = ['a/b', '%2e%2e', '?', '#', 'ünï', '%', 'Sale', 'שלום'];

/** A service with three leaves of two companies, whose tags the test changes as the service would; close it at the end. */
export async function startLeafService(): Promise<{ service: Service; tagsOf: Record<number, string[]> }> {
  localStorage.clear();
  const service = await startService();
  const tagsOf: Record<number, string[]> = { 1: [...EIGHT_TAGS], 2: [], 3: [] };
  const stored = [
    { id: 1, company_id: 4, name: 'Autumn' },
    { id: 2, company_id: 4, name: 'Birch' },
    { id: 3, company_id: 5, name: 'Cedar' },
  ];
  service.on('GET /leaves', () => {
    const items = stored.map((one): Leaf => ({ ...one, tags: tagsOf[one.id] ?? [] }));
    return [200, pageOf(...items)];
  });
  service.on('GET /tags/', [200, { items: [], total: 0, page: 1, page_size: 100, total_pages: 0 }]);
  for (const leafId of [1, 2, 3]) service.on(`GET /leaves/${leafId}/tags/`, () => [200, { tags: tagsOf[leafId] }]);
  return { service, tagsOf };
}

const nameOf = ({ name }: Leaf) => name;
function LeavesScreen({ mayTag = true, of = leafTagging }) {
  const { bulkActions, tagCell, dialog } = useTagging<Leaf>(of, { nameOf, mayTag });
  return (
    <>
      <ListScreen
        list={leaves}
        calls={{ list: calls.list }}
        bulkActions={[...bulkActions, 'Clear Selection']}
        cells={useMemo(() => ({ tags: tagCell }), [tagCell])}
      />
      {dialog}
    </>
  );
}

/** Opens the list for somebody who may tag, unless it is said otherwise. */
export async function openLeaves(props: Parameters<typeof LeavesScreen>[0] = {}) {
  openScreen(<LeavesScreen {...props} />);
  await screen.findByText('Autumn');
}

/** A message on the screen. */
export const said = (message: string) => screen.findByText(message);
