import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { noun, written, writtenOnce } from 'contract/noun';
import { listQuery } from 'contract/paging';
import { calendarDate, choice, flag, longText, money, nullable, oneOf, text, url } from 'contract/schema';
import { openScreen } from '../testing';
import { RecordFormModal } from './record-form-modal';

const cup = noun('cup', listQuery({}, ['name']), 'name', {
  name: written(text('Name', { minLength: 1 })),
  code: writtenOnce(text('Code')),
  note: written(nullable(longText('Note'))),
  link: written(nullable(url('Link'))),
  size: written(choice('Size', { s: 'Small', l: 'Large' })),
  area: written(nullable(oneOf('Area', ['east']))),
  is_sold: written(flag('Sold')),
  price: written(nullable(money('Price', { minimum: 0 }))),
  made_on: written(nullable(calendarDate('Made', { formatMinimum: '2000-01-01', formatMaximum: '2099-12-31' }))),
});
const fields = ['name', 'code', 'note', 'link', 'size', 'area', 'is_sold', 'price', 'made_on'] as const;

function open(initial?: Partial<Record<(typeof fields)[number], unknown>>) {
  const onSubmit = jest.fn(() => Promise.resolve());
  openScreen(
    <RecordFormModal
      title="Cup"
      mode={initial ? 'edit' : 'create'}
      schema={cup.create}
      fields={fields}
      initial={initial}
      onSubmit={onSubmit}
      onClose={jest.fn()}
    />,
  );
  return onSubmit;
}
const user = userEvent.setup();
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
const choices = (label: string) => [...field(label).querySelectorAll('option')].map(({ textContent }) => textContent);

test('a field has the control of its kind, with the limits and labels of the contract', () => {
  open();
  expect(field('Name').tagName).toBe('INPUT');
  expect(field('Note').tagName).toBe('TEXTAREA');
  expect(field('Link')).toHaveAttribute('placeholder', 'https://');
  expect(choices('Size')).toEqual(['Select a size', 'Small', 'Large']);
  expect(choices('Area')).toEqual(['Select an area', 'east']);
  expect(field('Sold')).toHaveAttribute('type', 'checkbox');
  expect(field('Price')).toHaveAttribute('inputmode', 'decimal');
  expect(field('Made')).toHaveAttribute('type', 'date');
  expect(field('Made')).toHaveAttribute('min', '2000-01-01');
  expect(field('Made')).toHaveAttribute('max', '2099-12-31');
});

test('an arrow key steps by the least that the contract allows', async () => {
  open({ price: 1 });
  await user.type(field('Price'), '{ArrowUp}');
  expect(field('Price')).toHaveValue('1.01');
});

test('what is written once is read-only when a record is edited, and is not sent', async () => {
  const onSubmit = open({ name: 'Tall', code: 'T1', size: 'l', made_on: '2026-03-01', is_sold: true });
  expect(field('Code')).toHaveAttribute('readonly');
  await user.type(field('Name'), ' one  ');
  await user.type(field('Note'), ' whole ');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  expect(onSubmit.mock.calls[0]?.at(0)).toEqual({
    // A line is trimmed, text of several lines is sent as it was typed.
    name: 'Tall one',
    note: ' whole ',
    link: null,
    size: 'l',
    area: null,
    is_sold: true,
    price: null,
    made_on: '2026-03-01',
  });
});
