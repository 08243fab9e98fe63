import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { flag, integer, object, nullable, text } from 'contract/schema';
import { pagesAt } from '../testing/page-at';
import type { CustomFieldProps } from '../custom-field';
import { RecordFormModal } from './record-form-modal';
import { button, field, fields, openForm, shop, zone } from './testing/shop-form';

describe('a stored key', () => {
  const sentAfter = async (touch: (user: ReturnType<typeof userEvent.setup>) => Promise<void>) => {
    const { user, onSubmit } = openForm({ mode: 'edit', initial: shop });
    expect(screen.getByText('A key is stored')).toBeVisible();
    await touch(user);
    await user.click(button('Update'));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
    return onSubmit.mock.calls[0]?.[0];
  };

  test('that nobody touched is not sent', async () => {
    expect(await sentAfter((user) => user.type(field('Name'), '!'))).not.toHaveProperty('api_key');
  });

  test('is replaced by what is typed', async () => {
    const sent = await sentAfter(async (user) => {
      await user.click(within(screen.getByRole('group', { name: 'API Key' })).getByText('Replace'));
      expect(field('API Key')).toHaveFocus();
      await user.type(field('API Key'), 'secret');
      expect(field('API Key')).toHaveAttribute('type', 'password');
    });
    expect(sent).toHaveProperty('api_key', 'secret');
  });

  test('is cleared by null', async () => {
    expect(await sentAfter((user) => user.click(button('Clear')))).toHaveProperty('api_key', null);
  });

  test("is kept again by changing one's mind", async () => {
    const sent = await sentAfter(async (user) => {
      await user.click(button('Clear'));
      expect(screen.getByRole('group', { name: 'API Key' })).toHaveFocus();
      await user.click(button('Keep it'));
      await user.type(field('Name'), '!');
    });
    expect(sent).not.toHaveProperty('api_key');
  });
});

test('a textarea, json, a checkbox and a custom component are fields as well', async () => {
  const other = object(
    {
      note: nullable(text('Note', {})),
      extra: nullable({ type: 'object', title: 'Extra' } as const),
      is_open: flag('Open'),
      stars: integer('Stars', {}),
    },
    [],
  );
  const Stars = ({ control: { id }, value, onChange, values, record }: CustomFieldProps) => (
    <button id={id} type="button" onClick={() => onChange(Number(value) + 1)}>
      {String(value)} of {String(values.note)}, before {String(record.stars)}
    </button>
  );
  const onSubmit = jest.fn(() => Promise.resolve());
  const form = (
    <RecordFormModal
      title="Other"
      mode="create"
      schema={other}
      fields={[
        { key: 'note', type: 'textarea', rows: 2, placeholder: 'Anything' },
        { key: 'extra', type: 'json' },
        { key: 'is_open', type: 'checkbox' },
        { key: 'stars', type: 'custom', component: Stars },
      ]}
      initial={{ stars: 4 }}
      onSubmit={onSubmit}
      onClose={jest.fn()}
    />
  );
  render(pagesAt({ '/': form }, '/').page);
  const user = userEvent.setup();
  await user.type(screen.getByPlaceholderText('Anything'), 'two{Enter}lines');
  expect(screen.getByPlaceholderText('Anything')).toHaveAttribute('rows', '2');
  await user.click(field('Open'));
  await user.type(field('Extra'), '{{"a":');
  expect(field('Stars')).toHaveTextContent('4 of two lines, before 4');
  await user.click(field('Stars'));
  expect(field('Stars')).toHaveTextContent('5 of two lines, before 4');
  await user.click(button('Create'));
  expect(field('Extra')).toHaveAccessibleDescription('Must be valid JSON format');
  await user.type(field('Extra'), '1}');
  await user.click(button('Create'));
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onSubmit).toHaveBeenCalledWith({ note: 'two\nlines', extra: { a: 1 }, is_open: true, stars: 5 }, undefined);
});

test('an arrow key adds or takes one step, within the limits', async () => {
  const { user } = openForm({ initial: { ...shop, fee: 0.98 } });
  await user.click(field('Fee'));
  await user.keyboard('{ArrowUp}');
  expect(field('Fee')).toHaveValue('0.99');
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(field('Fee')).toHaveValue('1');
  await user.keyboard('{ArrowDown}');
  expect(field('Fee')).toHaveValue('0.99');
});

test('a field that only a new record has is neither shown, checked nor sent when one is edited', async () => {
  const onSubmit = jest.fn(() => Promise.resolve());
  const General = fields.General.map((field) => (field.key === 'zone' ? { ...zone, onlyInCreate: true } : field));
  openForm({ mode: 'edit', initial: { ...shop, zone: undefined }, fields: { ...fields, General }, onSubmit });
  expect(screen.queryByRole('combobox', { name: /Zone/ })).toBeNull();
  await userEvent.type(field('Name'), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Corner!', fee: 0.5 }, shop.updated_at);
});
