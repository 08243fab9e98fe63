import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { flag, integer, number, object, oneOf, orNull, text, type Shape } from 'api/contract/schema';
import { createMemoryRouter, Link, RouterProvider } from '../router';
import type { CustomFieldProps, FormField } from './form-field';
import { RecordFormModal, type RecordFormModalProps } from './record-form-modal';

const schema = object(
  {
    name: text('Name', { minLength: 1, maxLength: 10 }),
    slug: text('Slug', { minLength: 1 }),
    zone: oneOf('Zone', ['east', 'west']),
    fee: orNull(number('Fee', { minimum: 0, maximum: 1, multipleOf: 0.01 })),
    api_key: orNull(text('API Key', { minLength: 1 })),
  },
  ['name', 'slug', 'zone'],
);
type Write = Shape<typeof schema>;
interface Shop {
  id: number;
  name: string;
  slug: string;
  zone: 'east' | 'west';
  fee: number | null;
  has_key: boolean;
  updated_at: string;
}

const fields: FormField<typeof schema, Shop>[] = [
  { key: 'name', type: 'text', section: 'General', help: 'As customers know it.' },
  { key: 'slug', type: 'text', section: 'General', readOnlyInEdit: true },
  {
    key: 'zone',
    type: 'select',
    section: 'General',
    options: [
      { label: 'Atlantic', options: [{ value: 'east', label: 'East coast' }] },
      { value: 'west', label: 'West' },
    ],
  },
  { key: 'fee', type: 'number', section: 'Costs', step: 0.01 },
  { key: 'api_key', type: 'secret', section: 'Keys', stored: 'has_key' },
];
const shop: Shop = {
  id: 3,
  name: 'Corner',
  slug: 'corner',
  zone: 'east',
  fee: 0.5,
  has_key: true,
  updated_at: '2026-01-01T00:00:00.000Z',
};

type Props = RecordFormModalProps<typeof schema, Shop>;

function open(over: Partial<Props> = {}) {
  const onSubmit = jest.fn<Promise<unknown>, [Write, string | undefined]>(() => Promise.resolve());
  const onClose = jest.fn();
  const form = (
    <RecordFormModal
      title="Shop"
      mode="create"
      schema={schema}
      fields={fields}
      onSubmit={onSubmit}
      onClose={onClose}
      {...over}
    />
  );
  const page = (
    <>
      <Link to="/elsewhere">Leave</Link>
      {form}
    </>
  );
  const routes = [
    { path: '/', element: page },
    { path: '/elsewhere', element: <p>Elsewhere</p> },
  ];
  const router = createMemoryRouter(routes);
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), onSubmit, onClose, router };
}
const button = (name: string) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByLabelText(new RegExp(`^${name}`));
const refusal = (status: number, data: unknown) => Object.assign(new Error('refused'), { status, data });
const refuseOnce = (error: unknown) =>
  jest.fn<Promise<unknown>, [Write, string | undefined]>(() => Promise.resolve()).mockRejectedValueOnce(error);

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(field('Name'), 'Corner');
  await user.type(field('Slug'), 'corner');
  await user.selectOptions(field('Zone'), 'West');
}

test("create mode has a 'Create' button; it closes on success", async () => {
  const { user, onSubmit, onClose } = open();
  expect(field('Name')).toHaveFocus();
  await fill(user);
  await user.click(button('Create'));
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Corner', slug: 'corner', zone: 'west', fee: null }, undefined);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('a select is optionally grouped', () => {
  open();
  const group = screen.getByRole('group', { name: 'Atlantic' });
  expect(within(group).getByRole('option', { name: 'East coast' })).toHaveValue('east');
});

test("edit mode has an 'Update' button, shows what was read, and sends what it is based on", async () => {
  const { user, onSubmit } = open({ mode: 'edit', initial: shop });
  expect(field('Slug')).toHaveAttribute('readonly');
  await user.clear(field('Name'));
  await user.type(field('Name'), 'Corner 2');
  await user.click(button('Update'));
  // The slug is read-only in edit.
  const sent = { name: 'Corner 2', zone: 'east', fee: 0.5 };
  expect(onSubmit).toHaveBeenCalledWith(sent, '2026-01-01T00:00:00.000Z');
});

test("it shows 'Saving...' while submitting, and a double submit sends once", async () => {
  let finish = () => {};
  const onSubmit = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const { user, onClose } = open({ onSubmit, initial: { ...shop, has_key: false } });
  await user.dblClick(button('Create'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(button('Saving...')).toBeDisabled();
  expect(field('Name')).toBeDisabled();
  await user.keyboard('{Escape}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => finish());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('two submits in one moment send once', async () => {
  const { onSubmit } = open({ initial: shop });
  const form = document.querySelector('form') as HTMLFormElement;
  await act(async () => {
    form.requestSubmit();
    form.requestSubmit();
  });
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('a broken rule sends nothing, is read out with its field, and the first invalid field has the focus', async () => {
  const { user, onSubmit } = open();
  await user.type(field('Name'), 'Corner');
  await user.click(button('Create'));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(field('Name')).toBeValid();
  expect(field('Slug')).toBeInvalid();
  expect(field('Slug')).toHaveAccessibleDescription('Slug is required');
  expect(field('Zone')).toHaveAccessibleDescription('Zone is required');
  await waitFor(() => expect(field('Slug')).toHaveFocus());
});

test('editing a field clears its error', async () => {
  const { user } = open();
  await user.click(button('Create'));
  expect(field('Name')).toHaveAccessibleDescription('As customers know it. Name is required');
  await user.type(field('Name'), 'C');
  expect(field('Name')).toHaveAccessibleDescription('As customers know it.');
  expect(field('Slug')).toBeInvalid();
});

test('Ctrl+Enter and Cmd+Enter submit from any field', async () => {
  const onSubmit = jest.fn(() => Promise.reject(refusal(400, { detail: 'No' })));
  const { user } = open({ onSubmit, initial: shop });
  await user.click(field('Fee'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('alert')).toHaveTextContent('No');
  await user.click(field('Fee'));
  await user.keyboard('{Meta>}{Enter}{/Meta}');
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
});

test("a server message 'field: message; field: message' is mapped onto matching fields as inline errors", async () => {
  const data = {
    detail: [
      { loc: ['body', 'slug'], msg: 'Slug is taken', type: 'unique' },
      { loc: ['body', 'name'], msg: 'Name is odd', type: 'odd' },
      { loc: ['body', 'api_key'], msg: 'API Key is not one', type: 'odd' },
    ],
  };
  const { user } = open({ initial: { ...shop, has_key: false }, onSubmit: refuseOnce(refusal(422, data)) });
  await user.click(button('Create'));
  await waitFor(() => expect(field('Slug')).toHaveAccessibleDescription('Slug is taken'));
  expect(field('API Key')).toHaveAccessibleDescription('API Key is not one');
  expect(field('Name')).toHaveAccessibleDescription('As customers know it. Name is odd');
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(field('Name')).toHaveFocus());
});

test('a server message names a field by its label too, and what names no field is shown above', async () => {
  const data = { detail: 'Slug: is taken; quota: is used up' };
  const { user } = open({ initial: shop, onSubmit: refuseOnce(refusal(400, data)) });
  await user.click(button('Create'));
  expect(await screen.findByRole('alert')).toHaveTextContent('quota: is used up');
  expect(field('Slug')).toHaveAccessibleDescription('is taken');
});

test.each([
  ['otherwise a red alert shows the message', { detail: 'Company name is taken' }, 'Company name is taken'],
  ["falling back to 'An error occurred while saving'", '<html>502</html>', 'An error occurred while saving'],
])('%s, and the input is kept', async (_, data, expected) => {
  const { user, onClose } = open({ initial: shop, onSubmit: refuseOnce(refusal(409, data)) });
  await user.click(button('Create'));
  expect(await screen.findByRole('alert')).toHaveTextContent(expected);
  expect(field('Name')).toHaveValue('Corner');
  await user.click(button('Create'));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

describe('a changed form asks before it is thrown away', () => {
  test.each<[string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>]>([
    ['Escape', (user) => user.keyboard('{Escape}')],
    ['X', (user) => user.click(button('Close'))],
    ['Cancel', (user) => user.click(button('Cancel'))],
    ['a click beside it', (user) => user.click(document.querySelector('.ant-modal-wrap') as HTMLElement)],
  ])('by %s', async (_, close) => {
    const { user, onClose } = open();
    await user.type(field('Name'), 'C');
    await close(user);
    expect(screen.getByText('Discard changes?')).toBeVisible();
    await user.click(button('Keep editing'));
    await waitFor(() => expect(screen.queryByText('Discard changes?')).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    expect(field('Name')).toHaveValue('C');
    await user.click(button('Cancel'));
    await user.click(button('Discard'));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  test('by leaving the page', async () => {
    const { user, router } = open();
    await user.type(field('Name'), 'C');
    await user.click(screen.getByText('Leave'));
    await user.click(await screen.findByText('Keep editing'));
    await waitFor(() => expect(screen.queryByText('Discard')).toBeNull());
    expect(router.state.location.pathname).toBe('/');
    await user.click(screen.getByText('Leave'));
    await user.click(await screen.findByText('Discard'));
    expect(await screen.findByText('Elsewhere')).toBeVisible();
  });

  test('an unchanged one is left without a question', async () => {
    const { user } = open();
    await user.click(screen.getByText('Leave'));
    expect(await screen.findByText('Elsewhere')).toBeVisible();
  });

  test('by closing the tab, and only while there is something to lose', async () => {
    const { user } = open();
    const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leaves()).toBe(true);
    await user.type(field('Name'), 'C');
    expect(leaves()).toBe(false);
    await user.clear(field('Name'));
    expect(leaves()).toBe(true);
  });

  test('an unchanged one closes at once, and the address of the list may change under a changed one', async () => {
    const { user, onClose, router } = open({ mode: 'edit', initial: shop });
    await user.type(field('Name'), 'C');
    await act(async () => router.navigate('/?page=2'));
    expect(screen.queryByText('Discard')).toBeNull();
    await user.keyboard('{Backspace}{Escape}');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });
});

describe('a stored key', () => {
  const sentAfter = async (touch: (user: ReturnType<typeof userEvent.setup>) => Promise<void>) => {
    const { user, onSubmit } = open({ mode: 'edit', initial: shop });
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
      await user.click(button('Keep it'));
    });
    expect(sent).not.toHaveProperty('api_key');
  });
});

describe('a record that somebody saved meanwhile (412)', () => {
  const stale = refusal(412, {
    detail: 'This record was changed by ann',
    updated_by: 'ann',
    updated_at: '2026-01-02T10:00:00.000Z',
  });
  const theirs: Shop = { ...shop, name: 'Theirs', updated_at: '2026-01-02T10:00:00.000Z' };
  const conflict = async () => {
    const onSubmit = refuseOnce(stale);
    const { user } = open({ mode: 'edit', initial: shop, onSubmit, reread: () => Promise.resolve(theirs) });
    await user.clear(field('Name'));
    await user.type(field('Name'), 'Mine');
    await user.click(button('Update'));
    await screen.findByText('This record was changed in the meantime');
    return { user, onSubmit };
  };

  test('says who saved it and what differs, and keeps the input', async () => {
    await conflict();
    expect(screen.getByRole('alert')).toHaveTextContent('ann saved it on Jan 2, 2026');
    const rows = within(screen.getByRole('alert')).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual(['NameTheirsMine']);
    expect(field('Name')).toHaveValue('Mine');
  });

  test("'Save mine anyway' saves over what was read again", async () => {
    const { user, onSubmit } = await conflict();
    await user.click(button('Save mine anyway'));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
    expect(onSubmit).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Mine' }), theirs.updated_at);
  });

  test("'Take theirs' shows theirs, and the next save is based on it", async () => {
    const { user, onSubmit } = await conflict();
    await user.click(button('Take theirs'));
    expect(field('Name')).toHaveValue('Theirs');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(field('Name'), '!');
    await user.click(button('Update'));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
    expect(onSubmit).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Theirs!' }), theirs.updated_at);
  });

  test('that cannot be read again says why', async () => {
    const reread = () => Promise.reject(refusal(404, { detail: 'Company not found' }));
    const { user } = open({ mode: 'edit', initial: shop, onSubmit: refuseOnce(stale), reread });
    await user.click(button('Update'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Company not found');
  });
});

test('a textarea, json, a checkbox and a custom component are fields as well', async () => {
  const other = object(
    {
      note: orNull(text('Note', {})),
      extra: orNull({ type: 'object', title: 'Extra' } as const),
      is_open: flag('Open'),
      stars: integer('Stars', {}),
    },
    [],
  );
  const Stars = ({ id, value, onChange, values, record }: CustomFieldProps) => (
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
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />);
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
  const { user } = open({ initial: { ...shop, fee: 0.98 } });
  await user.click(field('Fee'));
  await user.keyboard('{ArrowUp}');
  expect(field('Fee')).toHaveValue('0.99');
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(field('Fee')).toHaveValue('1');
  await user.keyboard('{ArrowDown}');
  expect(field('Fee')).toHaveValue('0.99');
});

test('a note stands above the fields, a preview of what would be saved below them, once the rules hold', async () => {
  const preview = (values: Write | null) => <p>{values ? `Saves ${values.name}` : 'Not yet'}</p>;
  const { user } = open({ note: 'Mind the gap.', submitLabel: 'Apply', preview });
  expect(screen.getByText('Mind the gap.')).toBeVisible();
  expect(screen.getByText('Not yet')).toBeVisible();
  await fill(user);
  expect(screen.getByText('Saves Corner')).toBeVisible();
  expect(button('Apply')).toBeVisible();
});

test('a question is asked before the values are sent: Cancel keeps the input, Confirm sends it', async () => {
  const question = jest.fn(() => Promise.resolve('Shall Corner be closed?'));
  const { user, onSubmit, onClose } = open({ question });
  await fill(user);
  await user.click(button('Create'));
  const asked = async () => (await screen.findByText('Shall Corner be closed?')).closest<HTMLElement>('[role=dialog]')!;
  await user.click(within(await asked()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(button('Create')).toHaveFocus());
  expect(field('Name')).toHaveValue('Corner');
  expect(onSubmit).not.toHaveBeenCalled();
  await user.click(button('Create'));
  await user.click(within(await asked()).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(question).toHaveBeenCalledTimes(2);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('a question that cannot be asked stops the save and says why', async () => {
  const { user, onSubmit } = open({ question: () => Promise.reject(refusal(400, { detail: 'Closed for good' })) });
  await fill(user);
  await user.click(button('Create'));
  expect(await screen.findByText('Closed for good')).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a field that only a new record has is neither shown, checked nor sent when one is edited', async () => {
  const onSubmit = jest.fn(() => Promise.resolve());
  const onceChosen = fields.map((field) => (field.key === 'zone' ? { ...field, onlyInCreate: true } : field));
  open({ mode: 'edit', initial: { ...shop, zone: undefined }, fields: onceChosen, onSubmit });
  expect(screen.queryByRole('combobox', { name: /Zone/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Corner', fee: 0.5 }, shop.updated_at);
});
