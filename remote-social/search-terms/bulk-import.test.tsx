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
  expect(service.askedFor(`POST ${PATH}/bulk/create`)).toEqual([]);
});

test('sends the trimmed lines, says what was created and skipped, and keeps what was not taken', async () => {
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
  await waitFor(() => expect(service.askedFor(`POST ${PATH}/bulk/create`)).toHaveLength(1));
  answered();
  expect(await screen.findByText('Created 3 search terms')).toBeVisible();
  expect(await screen.findByText('2 terms were skipped (duplicates)')).toBeVisible();
  expect(service.askedFor(`POST ${PATH}/bulk/create`)[0]?.body).toEqual({
    company_id: 4,
    search_terms: ['tweed', 'linen', 'lace', 'Tweed', 'silk'],
    platform: 'instagram',
  });
  await waitFor(() => expect(form.getByLabelText(/Search Terms/)).toHaveFocus());
  await waitFor(() => expect(linesBox(form)).toHaveValue('linen\nTweed'));
  expect(await form.findByText('Line 1: Is there already')).toBeVisible();
  expect(form.getByText('Line 2: Stands in the list twice')).toBeVisible();
  service.on(`POST ${PATH}/bulk/create`, [
    200,
    { success_count: 1, error_count: 0, skipped_count: 0, errors: [], skipped: [] },
  ]);
  await user.clear(linesBox(form));
  await pasteLines(form, 'damask');
  await send(form);
  expect(await screen.findByText('Created 1 search terms')).toBeVisible();
  await gone();
});

test('with another platform, what was said about the lines of the one before is forgotten', async () => {
  const skipped = [{ search_term: 'linen', msg: 'Is there already' }];
  service.on(`POST ${PATH}/bulk/create`, [
    200,
    { success_count: 0, error_count: 0, skipped_count: 1, errors: [], skipped },
  ]);
  const form = await open();
  await choosePlatform(form);
  await pasteLines(form, 'linen');
  await send(form);
  expect(await form.findByText('Line 1: Is there already')).toBeVisible();
  await user.selectOptions(form.getByRole('combobox', { name: /Platform/ }), 'YouTube');
  expect(form.queryByText('Line 1: Is there already')).toBeNull();
  expect(linesBox(form)).toHaveValue('linen');
});

test('a line that is too long is said at once', async () => {
  const form = await open();
  await pasteLines(form, 'x'.repeat(10_000));
  expect(await form.findByText(/^Line 1: Search Term must not exceed 255 characters/)).toBeVisible();
});

test('ten thousand lines are refused with a clear word, and stay', async () => {
  const form = await open();
  await choosePlatform(form);
  const text = Array.from({ length: 10_000 }, (_, at) => `term ${at}`).join('\n');
  await pasteLines(form, text);
  await send(form);
  expect(await form.findByText('At most 1,000 lines are taken at once; there are 10,000.')).toBeVisible();
  expect(linesBox(form)).toHaveValue(text);
  expect(service.askedFor(`POST ${PATH}/bulk/create`)).toEqual([]);
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
