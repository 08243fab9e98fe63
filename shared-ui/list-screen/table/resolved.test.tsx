import { listQuery, partOf, tagFilter, tagsFilter } from 'contract/paging';
import { choice, company, count, dateTime, flag, id, money, response, tagNames, text, object } from 'contract/schema';
import { resolved } from './resolved';
import { defineList } from '../list-definition';

const size = choice('Size', { s: 'Small', l: 'Large' });
const cup = response({
  id,
  name: text('Name'),
  maker_name: text('Maker'),
  size,
  price: money('Price'),
  sold: count('Sold'),
  tags: tagNames,
  made_at: dateTime('Made'),
});
const query = listQuery(
  {
    company_id: company('Company'),
    name: partOf('Name contains'),
    size,
    in_stock: flag('In stock', { labels: { true: 'In stock', false: 'Sold out' } }),
    min_price: money('Min Price'),
    has: tagsFilter('Has Tags'),
    tag: tagFilter('Tag'),
  },
  ['name', 'maker__name', 'size'],
);
const cups = resolved(
  defineList({
    title: 'Cups',
    noun: { one: 'Cup', many: 'cups' },
    contract: { response: cup, create: object({}, []), query, defaultSort: 'name' },
    columns: [
      'name',
      { key: 'maker_name', sort: 'maker__name' },
      { key: 'size', title: 'Holds' },
      'price',
      'sold',
      { key: 'made_at', cell: ({ made_at }) => made_at.slice(0, 4) },
    ],
    filters: ['company_id', 'name', 'size', 'in_stock', 'min_price', 'has', 'tag'],
    badges: { size: { s: 'info', l: 'danger' } },
    nameOf: ({ name }) => name,
    messages: {},
  }),
);

test('a column has the title of the contract, and sorts by its property where the query knows that', () => {
  expect(cups.columns.map(({ title, sort }) => [title, sort])).toEqual([
    ['Name', 'name'],
    ['Maker', 'maker__name'],
    ['Holds', 'size'],
    ['Price', undefined],
    ['Sold', undefined],
    ['Made', undefined],
  ]);
});

test('a cell is drawn by kind unless the screen draws it, and as a badge where it has tones', () => {
  const row = { id: 1, name: 'Tall', maker_name: null, size: 'l', price: 7.5, sold: 1200, made_at: '2026-01-01' };
  const [name, maker, holds, ...others] = cups.columns.map(({ cell }) => cell(row));
  expect([name, maker, ...others]).toEqual(['Tall', '-', '$7.50', '1,200', '2026']);
  expect(holds).toMatchObject({ props: { className: 'c-badge c-tone--danger', children: 'Large' } });
});

test('a filter is asked for by kind, with the labels of the contract', () => {
  expect(
    cups.filters.map(({ key, label, type, options }) => [key, label, type, options?.map((one) => one.label)]),
  ).toEqual([
    ['company_id', 'Company', 'company', undefined],
    ['name', 'Name contains', 'text', undefined],
    ['size', 'Size', 'choice', ['Small', 'Large']],
    ['in_stock', 'In stock', 'choice', ['In stock', 'Sold out']],
    ['min_price', 'Min Price', 'number', undefined],
    ['has', 'Has Tags', 'tags', undefined],
    ['tag', 'Tag', 'tag', undefined],
  ]);
});
