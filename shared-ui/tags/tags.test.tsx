import { render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { contrast } from '../testing/contrast';
import { TAG_COLOURS, tagColour } from '../tag-picker/tag-colour';
import { TagList } from './tag-list';

test('the palette has 15 different colours, each with a text of contrast 4.5:1 or more in light and dark', () => {
  expect(new Set(TAG_COLOURS.map(({ light }) => light.background)).size).toBe(15);
  const poor = TAG_COLOURS.flatMap(({ light, dark }) => [light, dark]).filter(
    ({ background, text }) => contrast(background, text) < 4.5,
  );
  expect(poor).toEqual([]);
});

test('the colour is a pure function of the name, the same for all spellings of one tag', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }), (name) => {
      expect(TAG_COLOURS).toContain(tagColour(name));
      expect(tagColour(name)).toBe(tagColour(` ${name}\u200b`));
    }),
  );
  for (const [one, other] of [
    ['SALE', 'sale'],
    ['cafe\u0301', 'caf\u00e9'],
    ['ﬁne', 'fine'],
    ['Straße', 'STRASSE'],
    ['so\u00adft', 'soft'],
    ['１２３', '123'],
  ] as const)
    expect(tagColour(one)).toBe(tagColour(other));
});

test('ordinary names use the whole palette, none of it much more than its share', () => {
  const uses = new Map<unknown, number>();
  for (let number = 0; number < 3000; number += 1) {
    const colour = tagColour(`tag-${number}`);
    uses.set(colour, (uses.get(colour) ?? 0) + 1);
  }
  expect(uses.size).toBe(15);
  expect(Math.max(...uses.values())).toBeLessThan(300);
});

test("up to 6 tags are shown, then '+N', and a plus button for those who may add", () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'six', 'seven', 'eight'];
  const onAdd = jest.fn();
  const { rerender } = render(<TagList of="Autumn" names={names} onAdd={onAdd} />);
  expect(screen.getByText('six')).toBeVisible();
  expect(screen.queryByText('seven')).toBeNull();
  expect(screen.getByText('+2')).toHaveAttribute('title', 'seven, eight');
  screen.getByRole('button', { name: 'Add tag to Autumn' }).click();
  expect(onAdd).toHaveBeenCalledTimes(1);
  rerender(<TagList of="Autumn" names={names.slice(0, 6)} />);
  expect(screen.queryByText(/^\+/)).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('no chip is cut for want of room: what two lines do not hold whole is counted too', () => {
  const names = ['evergreen', 'needs review', 'holiday', 'use in ads'];
  const { rerender } = render(<TagList of="Autumn" names={names} onMore={() => {}} />);
  expect(screen.getByText('evergreen')).toBeVisible();
  expect(screen.queryByText('needs review')).toBeNull();
  expect(screen.getByRole('button', { name: '+3 more tags of Autumn' })).toHaveAttribute(
    'title',
    'needs review, holiday, use in ads',
  );
  // A single one always shows, cut only where it is longer than the column.
  rerender(<TagList of="Autumn" names={['a'.repeat(50)]} />);
  expect(screen.getByText('a'.repeat(50))).toBeVisible();
  expect(screen.queryByText(/^\+/)).toBeNull();
});

test('a tag is text, whatever is in its name', () => {
  const { container } = render(<TagList of="Autumn" names={['<img src=x onerror=alert(1)>']} />);
  expect(container.querySelector('img')).toBeNull();
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
});
