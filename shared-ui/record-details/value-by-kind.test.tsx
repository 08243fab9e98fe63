import { render, screen } from '@testing-library/react';
import { choice, count, dateTime, flag, longText, money, nullable, rate, tagNames, url } from 'contract/schema';
import type { PropertySchema } from 'contract/schema';
import { ValueByKind } from './value-by-kind';

type Given = Partial<Parameters<typeof ValueByKind>[0]>;
const drawn = (schema: PropertySchema, value: unknown, given: Given = {}) =>
  render(<ValueByKind tones={undefined} display={undefined} schema={schema} value={value} {...given} />).container;

test.each<[string, PropertySchema, unknown, RegExp]>([
  ['a choice by its label', choice('Type', { reel: 'Reel' }), 'reel', /^Reel$/],
  ['a flag', flag('Open'), true, /^Yes$/],
  ['a count', count('Views'), 12345, /^12,345$/],
  ['money', money('Fee'), 0, /^\$0\.00$/],
  ['a fraction in percent', rate('Rate'), 0.0575, /^5\.75\u00a0%$/],
  ['a time with its hour', dateTime('Created'), '2026-03-01T12:30:00.000Z', /2026.*:30/],
  ['no tags', tagNames, [], /^-$/],
  ['what is absent', nullable(count('Views')), null, /^-$/],
])('details show %s', (_, schema, value, expected) => {
  expect(drawn(schema, value).textContent).toMatch(expected);
});

test('a url is a link, tags are chips, and long text is cut with a way to the rest', () => {
  drawn(url('Logo'), 'https://acme.example/logo.png');
  expect(screen.getByRole('link')).toHaveAttribute('href', 'https://acme.example/logo.png');
  expect([...drawn(tagNames, ['sale', 'b']).querySelectorAll('.tag-chip')].map((chip) => chip.textContent)).toEqual([
    'sale',
    'b',
  ]);
  drawn(longText('Content'), 'a'.repeat(101));
  expect(screen.getByRole('button', { name: 'Show full text' })).toBeVisible();
});

test('tones make it a badge, and a display type of its own comes before the kind', () => {
  expect(drawn(flag('Open'), true, { tones: 'success' }).querySelector('.c-badge')).toHaveTextContent('Yes');
  expect(drawn(count('Cents'), 1234, { display: 'currency' })).toHaveTextContent('$1,234.00');
});
