import { companiesIn } from './named-companies';
import { wordsOf } from './words';

const COMPANIES = [
  'Harbor & Pine Outfitters',
  'Good Dog Biscuit Company',
  "O'Malley's Fish & Chips",
  'Bergström Möbel',
  '24/7 Phone Cases',
  'Northern Lights Yarn',
  'Northern Harvest',
].map((name, at) => ({ id: at + 1, name, slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-') }));

const named = (text: string) =>
  companiesIn(wordsOf(text), COMPANIES).map(({ companies }) => companies.map(({ name }) => name).join(' or '));

it.each([
  ['the spend of Harbor & Pine', 'Harbor & Pine Outfitters'],
  ['harbor and pine outfitters', 'Harbor & Pine Outfitters'],
  ['Harbour’s ads', 'Harbor & Pine Outfitters'],
  ['HARBORPINE', 'Harbor & Pine Outfitters'],
  ['how many phone cases', '24/7 Phone Cases'],
  ['a case for a phone', null],
  ['what did good dog cost', 'Good Dog Biscuit Company'],
  ['good ads', null],
  ['omalleys posts', "O'Malley's Fish & Chips"],
  ["O'Malley's posts", "O'Malley's Fish & Chips"],
  ['bergstrom mobel', 'Bergström Möbel'],
  ['Bergstörm', 'Bergström Möbel'],
  ['24/7 in all', '24/7 Phone Cases'],
  ['northern lights', 'Northern Lights Yarn'],
  ['northern ads', 'Northern Lights Yarn or Northern Harvest'],
  ['a weather report', null],
])('%s names %s', (text, name) => {
  expect(named(text)).toEqual(name === null ? [] : [name]);
});

it('several companies are named in the order of the text', () => {
  expect(named('Good Dog beside Bergström')).toEqual(['Good Dog Biscuit Company', 'Bergström Möbel']);
});
