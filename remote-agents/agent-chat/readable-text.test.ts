import { MOST, readableText } from './readable-text';

test('arguments and results read as text: names with values, lists with dashes', () => {
  expect(readableText('As it is')).toBe('As it is');
  expect(readableText({ company_id: 1, by: 'campaign', tags: ['a', 'b'] })).toBe(
    'company_id: 1\nby: campaign\ntags:\n  - a\n  - b',
  );
  expect(
    readableText([
      { name: 'Spring', spend: 12.5 },
      { name: 'Autumn', spend: null },
    ]),
  ).toBe('- name: Spring\n  spend: 12.5\n- name: Autumn\n  spend: -');
  expect(readableText({})).toBe('-');
});

test('neither size nor depth is without a limit', () => {
  let deep: unknown = 1;
  for (let at = 0; at < 1000; at += 1) deep = { deep };
  expect(readableText(deep).split('\n').length).toBeLessThan(10);
  expect(readableText('x'.repeat(100_000))).toHaveLength(MOST + 1);
});
