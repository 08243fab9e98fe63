import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openTeas, startTeaService, teaList, teasNumbered } from './testing/teas';

const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';
let service: Service;
beforeEach(async () => {
  service = await startTeaService(teasNumbered(60));
});
afterEach(() => service.close());

const open = () => openTeas({ list: { ...teaList, pictures: 'product_variant' } });
const firstRow = (name: string) => screen.findByRole('rowheader', { name });
const styles = () => document.querySelector('.list-frame style')?.textContent ?? '';

test('the pictures of a page’s rows come once the rows are there, and those of the next page with it', async () => {
  const asked: string[][] = [];
  service.on('GET /product-variants/pictures', ({ query }) => {
    const ids = query.getAll('ids');
    asked.push(ids);
    return [200, { items: [{ id: Number(ids[1]), picture: PICTURE }] }];
  });
  open();
  await firstRow('Tea 01');
  await waitFor(() =>
    expect(styles()).toContain(`tr[data-record="2"] > .list-table__name::before{background:url("${PICTURE}")`),
  );
  expect(styles()).not.toContain('data-record="1"');
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await firstRow('Tea 26');
  await waitFor(() => expect(styles()).toContain('data-record="27"'));
  // Within a minute those of a page that was there before are kept.
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  await firstRow('Tea 01');
  expect(styles()).toContain('data-record="2"');
  expect(asked.map((ids) => [ids.length, ids[0]])).toEqual([
    [25, '1'],
    [25, '26'],
  ]);
});

test('a company has its initials in the colour of its name, whatever else is in its name', async () => {
  await service.close();
  service = await startTeaService(
    ['Harbor & Pine Outfitters', '24/7 "Phone" Cases', 'bergström', '"}<b>'].map((name, at) => ({
      ...teasNumbered(1)[0]!,
      id: at + 1,
      name,
    })),
  );
  openTeas({ list: { ...teaList, pictures: 'company' } });
  await firstRow('bergström');
  await waitFor(() => expect(styles()).not.toBe(''));
  const initials = (id: number) =>
    new RegExp(`data-record="${id}"\\]\\{--list-initials:("[^"]*");`).exec(styles())?.[1];
  expect([1, 2, 3, 4].map(initials)).toEqual(['"HP"', '"2C"', '"B"', '""']);
  const colours = [...styles().matchAll(/--list-ground:light-dark\(([^)]*)\)/g)].map(([, colour]) => colour);
  expect(new Set(colours).size).toBeGreaterThan(2);
});

test('a company whose name is missing in a broken answer has no initials, and the others have theirs', async () => {
  service.on('GET /teas', [
    200,
    {
      items: [{ ...teasNumbered(1)[0], name: undefined }, { ...teasNumbered(2)[1] }],
      total: 2,
      page: 1,
      page_size: 25,
      total_pages: 1,
    },
  ]);
  openTeas({ list: { ...teaList, pictures: 'company' } });
  await firstRow('Tea 02');
  await waitFor(() => expect(styles()).toContain('data-record="2"'));
  expect(styles()).not.toContain('data-record="1"');
});

test('without its pictures a list is whole', async () => {
  service.on('GET /product-variants/pictures', [500, { detail: 'The database is away' }]);
  open();
  await firstRow('Tea 01');
  await waitFor(() => expect(service.requestsTo('GET /product-variants/pictures')).toHaveLength(1));
  expect(styles()).toBe('');
  expect(screen.queryByText('The database is away')).toBeNull();
});
