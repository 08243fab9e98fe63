import { cleanup, screen, waitFor } from '@testing-library/react';
import { OpenFormContext } from 'shared-ui/list-screen';
import { dialog, serviceOf, user } from 'shared-ui/testing';
import { linesBox, pasteLines } from '../testing/lines-box';
import { openSocial } from '../testing/open-social';
import BulkAddPosts from './bulk-add-posts';

const PATH = '/social-media-posts';

const service = serviceOf(PATH);

const open = async () => {
  openSocial(<BulkAddPosts companyId={4} onClose={jest.fn()} />);
  return dialog('Bulk Add Posts');
};
const send = (form: Awaited<ReturnType<typeof open>>) => user.click(form.getByRole('button', { name: 'Add Posts' }));

test("has URLs, Platform and Initial Status, and requires a URL: 'Please enter at least one URL'", async () => {
  const form = await open();
  expect(form.getByRole('combobox', { name: /Initial Status/ })).toHaveValue('pending');
  await send(form);
  expect(await form.findByText('Please enter at least one URL')).toBeVisible();
  expect(form.getByText('Please select a platform')).toBeVisible();
});

test('judges each line as it is typed: not a URL, twice, of another platform', async () => {
  const form = await open();
  await user.selectOptions(form.getByRole('combobox', { name: /Platform/ }), 'TikTok');
  await pasteLines(form, 'https://tiktok.com/1\njavascript:alert(1)\n/p/2\nhttps://tiktok.com/1\nhttps://youtu.be/3\n');
  for (const remark of [
    'Line 2: URL must be an absolute http or https URL',
    'Line 3: URL must be an absolute http or https URL',
    'Line 4: The same as line 1',
    'Line 5: Looks like a URL of YouTube; it would be added as TikTok',
  ])
    expect(await form.findByText(remark)).toBeVisible();
  expect(form.getByText('5 lines · 2 with errors · 2 with warnings · 1 blank line left out')).toBeVisible();
  await user.selectOptions(form.getByRole('combobox', { name: /Platform/ }), 'YouTube');
  expect(await form.findByText('Line 1: Looks like a URL of TikTok; it would be added as YouTube')).toBeVisible();
});

test('what was not taken stays with its reason, beside the sentence about the console', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation();
  const errors = [{ url: 'https://youtu.be/2', msg: 'This post is there already' }];
  service.on(`POST ${PATH}/bulk/create`, [200, { success_count: 1, error_count: 1, errors }]);
  const form = await open();
  await user.selectOptions(form.getByRole('combobox', { name: /Platform/ }), 'YouTube');
  await user.selectOptions(form.getByRole('combobox', { name: /Initial Status/ }), 'Active');
  await pasteLines(form, 'https://youtu.be/1\n https://youtu.be/2 ');
  await send(form);
  expect(await screen.findByText('1 post(s) failed. Check console for details.')).toBeVisible();
  expect(await screen.findByText('Created 1 posts')).toBeVisible();
  expect(await form.findByText('Line 1: This post is there already')).toBeVisible();
  expect(linesBox(form)).toHaveValue('https://youtu.be/2');
  expect(logged).toHaveBeenCalledWith(expect.any(String), errors);
  expect(service.requestsTo(`POST ${PATH}/bulk/create`)[0]?.body).toEqual({
    company_id: 4,
    platform: 'youtube',
    status: 'active',
    urls: ['https://youtu.be/1', 'https://youtu.be/2'],
  });
});

test('lines that were not sent are offered again, and are there at once where the session ended under them', async () => {
  const form = await open();
  await user.selectOptions(form.getByRole('combobox', { name: /Platform/ }), 'YouTube');
  await user.selectOptions(form.getByRole('combobox', { name: /Initial Status/ }), 'Active');
  await pasteLines(form, 'https://youtu.be/1');
  cleanup();
  const again = await open();
  expect(linesBox(again)).toHaveValue('');
  expect(again.getByText(/^You typed this on .* and did not save it\.$/)).toBeVisible();
  await user.click(again.getByRole('button', { name: 'Restore' }));
  const holdsAll = (one: typeof form) => {
    expect(linesBox(one)).toHaveValue('https://youtu.be/1');
    expect(one.getByRole('combobox', { name: /Platform/ })).toHaveValue('youtube');
    expect(one.getByRole('combobox', { name: /Initial Status/ })).toHaveValue('active');
    expect(one.getByText('Not saved yet')).toBeVisible();
  };
  holdsAll(again);
  cleanup();
  openSocial(
    <OpenFormContext value={{ isReopened: true }}>
      <BulkAddPosts companyId={4} onClose={jest.fn()} />
    </OpenFormContext>,
  );
  const reopened = await dialog('Bulk Add Posts');
  holdsAll(reopened);
  service.on(`POST ${PATH}/bulk/create`, [200, { success_count: 1, error_count: 0, errors: [] }]);
  await send(reopened);
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('unsaved:'))).toEqual([]));
});
