import { number } from 'contract/schema';
import fc from 'fast-check';
import {
  addressOfState,
  pageNumbers,
  reduceList,
  requestOfState,
  stateOfAddress,
  type ListAction,
  type ListShape,
  type ListState,
} from './list-state';

const list: ListShape = {
  columns: [{ sort: 'name' }, { sort: 'price' }, {}],
  filters: [
    { key: 'name', type: 'text' },
    { key: 'in_stock', type: 'choice', options: [{ value: true }, { value: false }] },
    { key: 'company_id', type: 'company' },
    { key: 'weight', type: 'number', schema: number('Weight', { minimum: 0 }) },
    { key: 'has', type: 'tags' },
  ],
  defaultSort: 'name',
};

const at = (address = '') => stateOfAddress(list, new URLSearchParams(address));
const selecting = (state: ListState, ...ids: number[]) => ({ ...state, selection: new Set(ids) });
const addressOf = (state: ListState, before = '') =>
  addressOfState(list, state, new URLSearchParams(before)).toString();

describe('what nobody chose', () => {
  test('the page size is 25, on page 1, by the default sort, without filters', () => {
    expect(at()).toEqual({ page: 1, pageSize: 25, sort: 'name', filters: {}, selection: new Set() });
  });
});

describe('paging', () => {
  test('changing the page size returns to page 1', () => {
    expect(reduceList(at('page=7'), { type: 'pageSize', pageSize: 100 })).toMatchObject({ page: 1, pageSize: 100 });
  });
});

describe('sorting', () => {
  test('a column toggles ascending and descending', () => {
    const ascending = reduceList(at(), { type: 'sort', field: 'price' });
    const descending = reduceList(ascending, { type: 'sort', field: 'price' });
    expect([ascending.sort, descending.sort]).toEqual(['price', '-price']);
    expect(reduceList(descending, { type: 'sort', field: 'price' }).sort).toBe('price');
  });

  test('descending is sent as the field name prefixed with a minus sign', () => {
    expect(requestOfState(list, at('sort_by=-price'))).toEqual({ page: 1, page_size: 25, sort_by: '-price' });
  });
});

describe('filters', () => {
  test('a list of tags repeats its key in the address and is a list in the query, whatever the names hold', () => {
    const names = ['a/b', '%2e%2e', 'ünï & co', '100 % "off"'];
    const state = reduceList(at('page=3'), { type: 'filter', key: 'has', value: names });
    expect(state).toMatchObject({ page: 1, filters: { has: names } });
    expect(requestOfState(list, state).has).toEqual(names);
    const address = addressOf(state);
    expect(new URLSearchParams(address).getAll('has')).toEqual(names);
    expect(at(address).filters).toEqual({ has: names });
    expect(reduceList(state, { type: 'filter', key: 'has', value: [...names] })).toBe(state);
    expect(addressOf(reduceList(state, { type: 'filter', key: 'has', value: [] }))).toBe('');
  });

  test('what makes no sense beside a new value goes with it', () => {
    const clearing: ListAction = { type: 'filter', key: 'company_id', value: '5', clears: ['has'] };
    expect(reduceList(at('company_id=4&has=sale&name=tea'), clearing).filters).toEqual({
      company_id: '5',
      name: 'tea',
    });
  });

  test('a number is one in the query, and what is none counts as absent', () => {
    expect(requestOfState(list, at('weight=12.5')).weight).toBe(12.5);
    expect(at('weight=heavy').filters).toEqual({});
    expect(at('weight=-1').filters).toEqual({});
  });

  test('changing any filter resets to page 1', () => {
    const state = reduceList(at('page=3&sort_by=-price'), { type: 'filter', key: 'name', value: 'tea' });
    expect(state).toMatchObject({ page: 1, sort: '-price', filters: { name: 'tea' } });
  });

  test('an emptied filter is no filter', () => {
    expect(reduceList(at('name=tea'), { type: 'filter', key: 'name', value: '' }).filters).toEqual({});
  });

  test('a filter set to what it was changes nothing', () => {
    const state = selecting(at('name=tea&page=2'), 4);
    expect(reduceList(state, { type: 'filter', key: 'name', value: 'tea' })).toBe(state);
  });

  test('clearing the filters clears all of them and nothing else', () => {
    const state = reduceList(at('name=tea&in_stock=true&page=2&page_size=50&sort_by=price'), { type: 'clearFilters' });
    expect(state).toMatchObject({ page: 1, pageSize: 50, sort: 'price', filters: {} });
  });

  test('a choice is sent as its value, empty values are omitted', () => {
    expect(requestOfState(list, at('in_stock=false&name='))).toEqual({
      page: 1,
      page_size: 25,
      sort_by: 'name',
      in_stock: false,
    });
  });
});

describe('the company', () => {
  test('of an address that names none is the one that is remembered, and is written into it', () => {
    const remembered = stateOfAddress(list, new URLSearchParams('name=tea'), 4);
    expect(addressOf(remembered)).toBe('name=tea&company_id=4');
    expect(stateOfAddress(list, new URLSearchParams('company_id=5'), 4).filters).toEqual({ company_id: '5' });
  });

  test('is sent as its id', () => {
    expect(requestOfState(list, at('company_id=5'))).toMatchObject({ company_id: 5 });
  });

  test('stays when the filters are cleared, where the list says so', () => {
    const state = at('name=tea&company_id=5&page=2');
    expect(reduceList(state, { type: 'clearFilters', keep: ['company_id'] })).toMatchObject({
      page: 1,
      filters: { company_id: '5' },
    });
  });
});

describe('selection', () => {
  test.each<[string, ListAction]>([
    ['sorting', { type: 'sort', field: 'price' }],
    ['a page-size change', { type: 'pageSize', pageSize: 10 }],
    ['paging', { type: 'page', page: 2 }],
    ['a filter', { type: 'filter', key: 'name', value: 'tea' }],
    ['clearing the filters', { type: 'clearFilters' }],
    ['a bulk action', { type: 'clearSelection' }],
    ['Back', { type: 'address', state: at('page=2') }],
  ])('is cleared after %s', (_, action) => {
    expect(reduceList(selecting(at(), 1, 2), action).selection.size).toBe(0);
  });

  test('a row is selected and let go', () => {
    const selected = reduceList(at(), { type: 'toggleRow', id: 5 });
    expect([...selected.selection]).toEqual([5]);
    expect(reduceList(selected, { type: 'toggleRow', id: 5 }).selection.size).toBe(0);
  });

  test('select-all selects the page, from some selected too, and lets all go when all are', () => {
    const all = reduceList(selecting(at(), 2), { type: 'toggleAll', ids: [1, 2, 3] });
    expect([...all.selection]).toEqual([1, 2, 3]);
    expect(reduceList(all, { type: 'toggleAll', ids: [1, 2, 3] }).selection.size).toBe(0);
  });
});

describe('the address', () => {
  test.each([
    ['page=0', {}],
    ['page=-1', {}],
    ['page=1.5', {}],
    ['page=x', {}],
    ['page=1e99', {}],
    ['page_size=1000000', {}],
    ['page_size=26', {}],
    ['sort_by=name;drop', {}],
    ['sort_by=--name', {}],
    ['in_stock=maybe', {}],
    ['company_id=x', {}],
    ['company_id=-1', {}],
    ['company_id=99999999999', {}],
    ['unknown=1', {}],
    ['name=%20%20', {}],
  ])('what makes no sense counts as absent: %s', (address) => expect(at(address)).toEqual(at()));

  test('says only what differs from the usual, and keeps parameters of others', () => {
    expect(addressOf(at('page=2&page_size=25&sort_by=name&name=tea'), 'page=9&tab=x')).toBe('tab=x&page=2&name=tea');
  });

  test('brings back every state but its selection', () => {
    const action: fc.Arbitrary<ListAction> = fc.oneof(
      fc.record({ type: fc.constant('page' as const), page: fc.integer({ min: 1, max: 1e9 }) }),
      fc.record({ type: fc.constant('pageSize' as const), pageSize: fc.constantFrom(10, 25, 50, 100) }),
      fc.record({ type: fc.constant('sort' as const), field: fc.constantFrom('name', 'price') }),
      fc.record({
        type: fc.constant('filter' as const),
        key: fc.constant('name'),
        value: fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
      }),
      fc.record({
        type: fc.constant('filter' as const),
        key: fc.constant('in_stock'),
        value: fc.constantFrom('true', 'false', ''),
      }),
      fc.constant({ type: 'clearFilters' as const }),
    );
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        const state = actions.reduce(reduceList, at());
        expect(at(addressOf(state))).toEqual(state);
      }),
    );
  });
});

describe('page numbers', () => {
  test.each<[number, number, ReturnType<typeof pageNumbers>]>([
    [1, 1, [1]],
    [2, 5, [1, 2, 3, 4, 5]],
    [1, 6, [1, 2, 3, 4, 5, 6]],
    [1, 9, [1, 2, 3, 4, 5, 'gap', 9]],
    [5, 9, [1, 'gap', 3, 4, 5, 6, 7, 'gap', 9]],
    [9, 9, [1, 'gap', 5, 6, 7, 8, 9]],
  ])('page %i of %i', (page, pages, numbers) => expect(pageNumbers(page, pages)).toEqual(numbers));

  test('at most 5 page numbers with ellipses plus the first and last page, the own page among them', () => {
    const places = fc
      .integer({ min: 1, max: 1e6 })
      .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)));
    fc.assert(
      fc.property(places, ([page, pages]) => {
        const numbers = pageNumbers(page, pages).filter((number) => number !== 'gap');
        expect(numbers.filter((number) => number !== 1 && number !== pages).length).toBeLessThanOrEqual(5);
        expect(numbers.length).toBeLessThanOrEqual(7);
        expect(numbers).toEqual(expect.arrayContaining([1, page, pages]));
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      }),
    );
  });
});
