import { screen, waitFor } from '@testing-library/react';
import { dialog, serviceOf, user } from 'shared-ui/testing';
import { linesBox, pasteLines } from '../testing/lines-box';
import { openSocial } from '../testing/open-social';
import BulkImport from './bulk-import';

const PATH = '/social-media-search-terms';

const service = serviceOf(PATH);
const onClose = jest.fn();
beforeEach(() => onClose.mockClear());

const open = async () => {
  openSocial(<BulkImport companyId={4} onClose={onClose} />);
  return dialog('Bulk Import');
};
type Form = Awaited<ReturnType<typeof open>>;
const choosePlatform = (form: Form) =>
  user.selectOptions(form.getByRole('combobox', { name: /Platform/ }), 'Instagram');
const send = (form: Form) => user.click(form.getByRole('button', { name: 'Import' }));
const gone = () => waitFor(() => expect(onClose).toHaveBeenCalled());

test('has a platform select, a box of 10 rows, its hint, Cancel and Import', async () => {
  const form = await open();
  expect(linesBox(form)).toHaveAttribute('rows', '10');
  expect(form.getByText('Duplicate terms will be skipped.')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await gone();
});

test("requires a platform and text: 'Please select a platform', 'Please enter search terms'", async () => {
  const form = await open();
  await pasteLines(form, ' \n ');
  await send(form);
  expect(await form.findByText('Please select a platform')).toBeVisible();
  expect(form.getByText('Please enter search terms')).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}/bulk/create`)).toEqual([]);
});

test('sends the trimmed lines, says what was created and skipped, and closes: duplicates are no errors', async () => {
  let answered: () => void = () => undefined;
  const skipped = [
    { search_term: 'linen', msg: 'Is there already' },
    { search_term: 'Tweed', msg: 'Stands in the list twice' },
  ];
  service.on(`POST ${PATH}/bulk/create`, async () => {
    await new Promise<void>((resolve) => (answered = resolve));
    return [200, { success_count: 3, error_count: 0, skipped_count: 2, errors: [], skipped }];
  });
  const form = await open();
  await choosePlatform(form);
  await pasteLines(form, ' tweed \nlinen\n\nlace\nTweed\nsilk');
  expect(await form.findByText('Line 5: The same as line 1')).toBeVisible();
  expect(form.getByText('5 lines · 1 with a warning · 1 blank line left out')).toBeVisible();
  await send(form);
  expect(await form.findByRole('button', { name: 'Importing...' })).toBeDisabled();
  await waitFor(() => expect(service.requestsTo(`POST ${PATH}/bulk/create`)).toHaveLength(1));
  answered();
  expect(await screen.findByText('Created 3 search terms')).toBeVisible();
  expect(await screen.findByText('2 terms were skipped (duplicates)')).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}/bulk/create`)[0]?.body).toEqual({
    company_id: 4,
    search_terms: ['tweed', 'linen', 'lace', 'Tweed', 'silk'],
    platform: 'instagram',
  });
  await gone();
});

const refused = (...terms: string[]) => ({
  success_count: 1,
  error_count: terms.length,
  skipped_count: 0,
  errors: terms.map((search_term) => ({ search_term, msg: 'Is no term' })),
  skipped: [],
});

test('keeps what was not taken, to be corrected and sent again', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  service.on(`POST ${PATH}/bulk/create`, [200, refused('linen', 'lace')]);
  const form = await open();
  await choosePlatform(form);
  await pasteLines(form, 'tweed\nlinen\nlace');
  await send(form);
  await waitFor(() => expect(linesBox(form)).toHaveValue('linen\nlace'));
  expect(await form.findByText('Line 2: Is no term')).toBeVisible();
  service.on(`POST ${PATH}/bulk/create`, [200, refused()]);
  await user.clear(linesBox(form));
  await pasteLines(form, 'damask');
  await send(form);
  expect(await screen.findByText('Created 1 search terms')).toBeVisible();
  await gone();
});

test('says to which company it writes', async () => {
  const form = await open();
  expect(await form.findByText('Harbor & Pine')).toBeVisible();
});

test('with another platform, what was said about the lines of the one before is forgotten', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  service.on(`POST ${PATH}/bulk/create`, [200, refused('linen')]);
  const form = await open();
  await choosePlatform(form);
  await pasteLines(form, 'linen');
  await send(form);
  expect(await form.findByText('Line 1: Is no term')).toBeVisible();
  await user.selectOptions(form.getByRole('combobox', { name: /Platform/ }), 'YouTube');
  expect(form.queryByText('Line 1: Is no term')).toBeNull();
  expect(linesBox(form)).toHaveValue('linen');
});

test('a line that is too long is said at once', async () => {
  const form = await open();
  await pasteLines(form, 'x'.repeat(10_000));
  expect(await form.findByText(/^Line 1: Search Term must not exceed 255 characters/)).toBeVisible();
});

test('the limit is said while lines are typed, and the first 1,000 can be sent', async () => {
  service.on(`POST ${PATH}/bulk/create`, [200, { ...refused(), success_count: 1000 }]);
  const form = await open();
  await choosePlatform(form);
  const terms = Array.from({ length: 1_002 }, (_, at) => `term ${at}`);
  await pasteLines(form, terms.join('\n'));
  expect(await form.findByText('At most 1,000 lines are taken at once; there are 1,002.')).toBeVisible();
  await send(form);
  expect(service.requestsTo(`POST ${PATH}/bulk/create`)).toEqual([]);
  expect(linesBox(form)).toHaveValue(terms.join('\n'));
  await user.click(form.getByRole('button', { name: 'Send the first 1,000 lines' }));
  await waitFor(() => expect(linesBox(form)).toHaveValue('term 1000\nterm 1001'));
  expect(service.requestsTo(`POST ${PATH}/bulk/create`)[0]?.body).toMatchObject({
    search_terms: terms.slice(0, 1000),
  });
  expect(form.queryByText(/^At most 1,000/)).toBeNull();
});

test('an answer that is none is said to be so', async () => {
  service.on(`POST ${PATH}/bulk/create`, [200, { ok: true }]);
  const form = await open();
  await choosePlatform(form);
  await pasteLines(form, 'tweed');
  await send(form);
  expect(await screen.findByText('Operation completed but result format is unexpected')).toBeVisible();
});

test("one that is refused as a whole reads 'Bulk import failed' and keeps the lines", async () => {
  service.on(`POST ${PATH}/bulk/create`, [503, {}]);
  const form = await open();
  await choosePlatform(form);
  await pasteLines(form, 'tweed');
  await send(form);
  expect(await form.findByRole('alert')).toHaveTextContent('Bulk import failed');
  expect(linesBox(form)).toHaveValue('tweed');
});

test('closing with lines in the box asks before they are thrown away', async () => {
  const form = await open();
  await pasteLines(form, 'tweed');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(linesBox(form)).toHaveValue('tweed');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await gone();
});
