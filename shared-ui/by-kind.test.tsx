import { render } from '@testing-library/react';
import { calendarDate, choice, count, dateTime, flag, money, nullable, number, oneOf, text } from 'contract/schema';
import type { PropertySchema } from 'contract/schema';
import { badgeOf, choicesOf, textOf } from './by-kind';

const size = choice('Size', { s: 'Small', l: 'Large' });

test.each<[string, PropertySchema, unknown, string]>([
  ['text', text('Name'), 'Sencha', 'Sencha'],
  ['a choice by its label', size, 'l', 'Large'],
  ['a choice without labels as it is', oneOf('Zone', ['east']), 'east', 'east'],
  ['a value that the contract does not know as it is', size, 'xl', 'xl'],
  ['a flag as Yes or No', flag('Open'), false, 'No'],
  ['a flag by its labels', flag('Open', { labels: { true: 'Open', false: 'Shut' } }), false, 'Shut'],
  ['money in dollars', money('Fee'), 1234.5, '$1,234.50'],
  ['a count with separators', count('Views'), 1234567, '1,234,567'],
  ['a number with all its decimals', number('Rate'), 0.0295, '0.0295'],
  ['a calendar date as that day', calendarDate('Start', {}), '2026-03-01', 'Mar 1, 2026'],
  ['a time as its day', dateTime('Created'), '2026-03-01T12:00:00.000Z', 'Mar 1, 2026'],
  ["what is absent as '-'", nullable(size), null, '-'],
])('reads %s', (_, schema, value, expected) => {
  expect(textOf(schema, value)).toBe(expected);
});

test('a choice offers its values but null, in the order of the contract, and a flag its two', () => {
  expect(choicesOf(nullable(size))).toEqual([
    { value: 's', label: 'Small' },
    { value: 'l', label: 'Large' },
  ]);
  expect(choicesOf(flag('Open'))).toEqual([
    { value: true, label: 'Yes' },
    { value: false, label: 'No' },
  ]);
});

test('a badge has the tone of its value; what is absent, or has no tone, is none', () => {
  const drawn = (...given: Parameters<typeof badgeOf>) => render(badgeOf(...given)).container.innerHTML;
  expect(drawn(size, { s: 'info', l: 'danger' }, 'l')).toBe('<span class="c-badge c-tone--danger">Large</span>');
  expect(drawn(text('Slug'), 'secondary', 'acme')).toBe('<span class="c-badge c-tone--secondary">acme</span>');
  expect(drawn(nullable(size), 'secondary', null)).toBe('-');
  expect(drawn(size, { s: 'info' }, 'l')).toBe('Large');
});
