import { act, fireEvent, render, screen } from '@testing-library/react';
import { calendarDate, number } from 'contract/schema';
import { useState } from 'react';
import { FilterBar } from './filter-bar';
import type { FilterValue } from '../page/list-state';

const filters = [
  { key: 'name', label: 'Name', type: 'text' as const, isMain: true, schema: {} },
  { key: 'slug', label: 'Slug', type: 'text' as const, isMain: true, schema: {} },
  { key: 'weight', label: 'Weight', type: 'number' as const, isMain: false, schema: number('Weight', { minimum: 0 }) },
  { key: 'day', label: 'Day', type: 'date' as const, isMain: false, schema: calendarDate('Day', {}) },
];

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** The filters as a list keeps them; `applied` has every value that was applied. */
function open() {
  const applied: FilterValue[] = [];
  function Filters() {
    const [values, setValues] = useState<Record<string, FilterValue>>({});
    const onFilter = (key: string, value: FilterValue) => {
      applied.push(value);
      setValues((before) => ({ ...before, [key]: value }));
    };
    const [clearings, setClearings] = useState(0);
    return (
      <FilterBar
        clearings={clearings}
        filters={filters}
        tagsOf={undefined}
        values={values}
        pinned={[]}
        companyId={null}
        onFilter={onFilter}
        onClear={() => {
          setValues({});
          setClearings(clearings + 1);
        }}
      />
    );
  }
  render(<Filters />);
  return applied;
}

const more = () => screen.getByRole('button', { name: /^More filters/ });
/** The same with all of them rendered. */
function openAll() {
  const applied = open();
  fireEvent.click(more());
  return applied;
}
const input = (label = 'Name') => screen.getByLabelText<HTMLInputElement>(label);
const type = (value: string, label?: string) => fireEvent.change(input(label), { target: { value } });
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

test('a text filter is debounced by 500 ms: the input shows at once, the filter follows', () => {
  const applied = open();
  type('t');
  wait(400);
  type('tea');
  expect(input()).toHaveValue('tea');
  wait(499);
  expect(applied).toEqual([]);
  wait(1);
  expect(applied).toEqual(['tea']);
});

test('Enter applies at once, and once', () => {
  const applied = open();
  type('tea');
  fireEvent.keyDown(input(), { key: 'Enter' });
  expect(applied).toEqual(['tea']);
  wait(1000);
  expect(applied).toEqual(['tea']);
});

test('no keystroke is lost while the filter is applied', () => {
  const applied = open();
  type('green ');
  wait(500);
  expect(input()).toHaveValue('green ');
  type('green tea');
  expect(input()).toHaveValue('green tea');
  wait(500);
  expect(applied).toEqual(['green', 'green tea']);
});

test('two filters that are typed into at the same time are both applied', () => {
  const applied = open();
  type('tea');
  type('t-1', 'Slug');
  wait(500);
  expect(applied).toEqual(['tea', 't-1']);
  expect([input().value, input('Slug').value]).toEqual(['tea', 't-1']);
});

test('Clear Filters empties the inputs, what was being typed too', () => {
  const applied = open();
  type('tea');
  wait(500);
  type('tea leaves');
  fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
  wait(1000);
  expect(input()).toHaveValue('');
  expect(applied).toEqual(['tea']);
});

test('Clear Filters is there when a filter is active', () => {
  open();
  expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
});

test("what breaks the contract's rule for a number is said and not applied", () => {
  const applied = openAll();
  type('many', 'Weight');
  wait(500);
  expect(screen.getByText('Weight must be a valid number')).toBeVisible();
  expect(input('Weight')).toHaveAccessibleDescription('Weight must be a valid number');
  type('12', 'Weight');
  wait(500);
  expect(screen.queryByText('Weight must be a valid number')).toBeNull();
  expect(applied).toEqual(['12']);
});

test('a day is chosen in a date field', () => {
  const applied = openAll();
  expect(input('Day')).toHaveAttribute('type', 'date');
  type('2026-02-28', 'Day');
  wait(500);
  expect(applied).toEqual(['2026-02-28']);
});

test('Clear Filters takes what was typed and not applied yet with it', () => {
  const applied = openAll();
  type('oolong');
  wait(500);
  type('late', 'Slug');
  type('heavy', 'Weight');
  wait(400);
  fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
  wait(500);
  expect(applied).toEqual(['oolong']);
  for (const label of ['Name', 'Slug', 'Weight']) expect(input(label)).toHaveValue('');
});

describe('what is not used most', () => {
  const bar = () => screen.getByRole('search');
  const place = (label: string) => input(label).closest('.list-filters__field');

  test("stands behind 'More filters', which says whether it is open and how many of them are set", () => {
    open();
    expect(more()).toHaveTextContent('More filters');
    expect(more()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByLabelText('Weight')).toBeNull();
    fireEvent.click(more());
    expect(more()).toHaveAttribute('aria-expanded', 'true');
    expect(bar()).toHaveAttribute('data-more', 'true');
    expect(place('Name')?.parentElement).not.toContainElement(input('Weight'));
    expect(document.getElementById(more().getAttribute('aria-controls') ?? '')).toContainElement(input('Weight'));
    type('12', 'Weight');
    type('tea');
    wait(500);
    expect(more()).toHaveTextContent('More filters (1)');
  });

  test('is seen while it is set, and stays where it is emptied until the fold is used', () => {
    openAll();
    expect(place('Weight')).toHaveAttribute('data-stays', 'false');
    type('12', 'Weight');
    wait(500);
    expect(place('Weight')).toHaveAttribute('data-stays', 'true');
    type('', 'Weight');
    wait(500);
    expect(place('Weight')).toHaveAttribute('data-stays', 'emptied');
    fireEvent.click(more());
    expect(place('Weight')).toHaveAttribute('data-stays', 'false');
  });

  test('keeps what is typed there when the fold is used', () => {
    openAll();
    type('heavy', 'Weight');
    fireEvent.click(more());
    expect(input('Weight')).toHaveValue('heavy');
  });
});
