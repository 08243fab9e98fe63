import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceType } from 'contract/tags';
import { SignedIn, startService, type Service } from 'shared-auth/testing';
import { useState } from 'react';
import { TagPicker, type TagPickerProps } from './tag-picker';

const person = { id: 1, username: 'ada', email: '', companies: [], groups: [] };
const resource_type: ResourceType = 'facebook_ad';
const known = ['Sale', 'Salmon', 'a/b', 'ünï', '<img src=x onerror=alert(1)>'];
const pageOf = (names: readonly string[]) => ({
  items: names.map((name, at) => ({ id: at + 1, name, company_id: 4, resource_type, usage_count: 1 })),
  total: names.length,
  page: 1,
  page_size: 100,
  total_pages: 1,
});

let service: Service;
beforeEach(async () => {
  service = await startService();
  service.on('GET /tags/', ({ query }) => [
    200,
    pageOf(known.filter((name) => name.toLowerCase().includes((query.get('search') ?? '').toLowerCase()))),
  ]);
});
afterEach(() => service.close());

const user = userEvent.setup();
function open(props: Partial<TagPickerProps> = {}) {
  const chosen: (readonly string[])[] = [];
  function Picker() {
    const [value, setValue] = useState<readonly string[]>(props.value ?? []);
    const onChange = (names: readonly string[]) => {
      chosen.push(names);
      setValue(names);
    };
    return (
      <>
        <TagPicker
          label="Tags"
          scope={{ resourceType: resource_type, companyId: 4 }}
          {...props}
          value={value}
          onChange={onChange}
        />
        <button>Elsewhere</button>
      </>
    );
  }
  render(
    <SignedIn user={person}>
      <Picker />
    </SignedIn>,
  );
  return chosen;
}
const field = () => screen.getByRole('combobox', { name: 'Tags' });
const option = (name: string | RegExp) => screen.findByRole('option', { name });
const options = () => screen.queryAllByRole('option').map((one) => one.textContent);
const searches = () => service.requestsTo('GET /tags/').map(({ query }) => query.get('search'));

test('suggestions are 100 of the company and the kind of resource, debounced by 300 ms', async () => {
  open();
  await user.click(field());
  await option('Sale');
  expect(Object.fromEntries(service.requestsTo('GET /tags/')[0]?.query ?? [])).toEqual({
    company_id: '4',
    resource_type: 'facebook_ad',
    page: '1',
    page_size: '100',
  });
  jest.useFakeTimers();
  fireEvent.change(field(), { target: { value: 'sal' } });
  act(() => jest.advanceTimersByTime(200));
  fireEvent.change(field(), { target: { value: 'salm' } });
  act(() => jest.advanceTimersByTime(299));
  expect(searches()).toHaveLength(1);
  act(() => jest.advanceTimersByTime(1));
  jest.useRealTimers();
  await waitFor(() => expect(options()).toEqual(['Salmon']));
  expect(searches()).toEqual([null, 'salm']);
});

test('tags are chosen by mouse and by keyboard, each once, and taken back', async () => {
  const chosen = open();
  await user.click(field());
  await user.click(await option('Salmon'));
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(options()).not.toContain('Salmon'));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chosen.at(-1)).toEqual(['Salmon', 'a/b']);
  await user.keyboard('{Backspace}');
  expect(chosen.at(-1)).toEqual(['Salmon']);
  await user.click(screen.getByRole('button', { name: 'Remove tag Salmon' }));
  expect(chosen.at(-1)).toEqual([]);
  expect(field()).toHaveFocus();
});

test('a name that no tag has is offered where new tags may be made, and nowhere else', async () => {
  const chosen = open({ allowNew: true });
  await user.type(field(), 'Autumn');
  expect(options().at(-1)).toBe('Add “Autumn”');
  await user.keyboard('{Enter}');
  expect(chosen).toEqual([['Autumn']]);
});

test('without new tags Enter chooses only what the service knows', async () => {
  const chosen = open();
  await user.type(field(), 'Autumn{Enter}');
  expect(await screen.findByText('No tags found')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(chosen).toEqual([]);
});

test('another spelling of a tag is that tag', async () => {
  const chosen = open({ allowNew: true });
  await user.type(field(), 'SALE');
  await waitFor(() => expect(options()).toEqual(['Sale']));
  await user.keyboard('{Enter}');
  expect(chosen).toEqual([['Sale']]);
  await user.type(field(), 'sale');
  expect(options()).not.toContain('Sale');
});

test('a tag that begins with what was typed comes first, making a new one last', async () => {
  const chosen = open({ allowNew: true });
  await user.type(field(), 'a');
  await waitFor(() => expect(options()).toEqual(['a/b', 'Sale', 'Salmon', '<img src=x onerror=alert(1)>', 'Add “a”']));
  await user.clear(field());
  await user.type(field(), 'sal');
  await waitFor(() => expect(options()).toEqual(['Sale', 'Salmon', 'Add “sal”']));
  await user.keyboard('{Enter}');
  expect(chosen).toEqual([['Sale']]);
});

test('a tag that is one letter apart is offered before a new one', async () => {
  service.on('GET /tags/', ({ query }) => [200, pageOf(query.get('near') === 'true' ? ['Autumn', 'Autunn sale'] : [])]);
  const chosen = open({ allowNew: true });
  await user.type(field(), 'Autunn');
  await waitFor(() => expect(options()).toEqual(['Autunn sale', 'Autumn', 'Add “Autunn”']));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chosen).toEqual([['Autumn']]);
});

test('what was typed to the end counts when the field is left', async () => {
  const chosen = open({ allowNew: true });
  await user.type(field(), 'Spring');
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(chosen).toEqual([['Spring']]);
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('a name that cannot be a tag is refused with the rule', async () => {
  const chosen = open({ allowNew: true });
  await user.type(field(), '..{Enter}');
  expect(screen.getByText(/^Tag must be 1 to 50 visible characters/)).toBeVisible();
  expect(chosen).toEqual([]);
});

test('a tag is text in the list and in the field', async () => {
  open({ value: ['<b>bold</b>'] });
  await user.click(field());
  await option('<img src=x onerror=alert(1)>');
  expect(screen.getByText('<b>bold</b>')).toBeVisible();
  expect(document.querySelector('img')).toBeNull();
});

test('of one tag the newer choice takes the place of the older', async () => {
  const chosen = open({ max: 1 });
  await user.click(field());
  await user.click(await option('Sale'));
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.click(field());
  await user.click(await option('ünï'));
  expect(chosen).toEqual([['Sale'], ['ünï']]);
});

test('the tags of one company are not offered for another, not even while its own are on their way', async () => {
  service.on('GET /tags/', ({ query }) => (query.get('company_id') === '4' ? [200, pageOf(known)] : undefined));
  const pickerOf = (companyId: number) => (
    <SignedIn user={person}>
      <TagPicker label="Tags" scope={{ resourceType: resource_type, companyId }} value={[]} onChange={jest.fn()} />
    </SignedIn>
  );
  const { rerender } = render(pickerOf(4));
  await user.click(field());
  await option('Sale');
  rerender(pickerOf(5));
  await user.click(field());
  expect(await screen.findByText('Loading...')).toBeVisible();
  expect(options()).toEqual([]);
});

test('suggestions that cannot be loaded say so and can be asked for again', async () => {
  service.on('GET /tags/', [500, {}]);
  open();
  await user.click(field());
  const status = await screen.findByText('Failed to load tags');
  service.on('GET /tags/', [200, pageOf(known)]);
  await user.click(within(status).getByRole('button', { name: 'Retry' }));
  await option('Sale');
  expect(field()).toHaveFocus();
});

test('the first Escape closes the list alone', async () => {
  open();
  await user.click(field());
  await option('Sale');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field()).toHaveFocus();
});
