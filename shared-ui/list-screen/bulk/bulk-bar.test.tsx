import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BulkResponse } from 'contract/bulk';
import type { Service } from 'shared-auth/testing';
import { bulkForm, type BulkAction } from '../actions';
import { openTeas, startTeaService, teasNumbered, teaWrite, type Tea } from '../testing/teas';

let service: Service;
beforeEach(async () => {
  service = await startTeaService(teasNumbered(4));
});
afterEach(() => service.close());

const user = userEvent.setup();
const firstRow = (name: string) => screen.findByRole('rowheader', { name });
const select = (name: string) => user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
const selectAll = () => screen.getByRole('checkbox', { name: 'Select all rows on this page' });
const total = (text: string) => waitFor(() => expect(screen.getByText(/total records/)).toHaveTextContent(text));

describe('bulk actions', () => {
  test('without any, there is nothing to select rows for', async () => {
    openTeas({ bulkActions: [] });
    await firstRow('Tea 01');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getAllByRole('columnheader')).toHaveLength(4);
  });

  const done = (label: string, run: BulkAction<Tea>['run'] = () => Promise.resolve()): BulkAction<Tea> => ({
    label,
    run,
  });
  const buttons = () =>
    within(screen.getByRole('group', { name: 'Bulk actions' }))
      .getAllByRole('button')
      .map((button) => button.textContent);

  test.each([
    [['One'], ['One']],
    [
      ['One', 'Two', 'Three'],
      ['One', 'Two', 'Three'],
    ],
    [
      ['One', 'Two', 'Three', 'Four'],
      ['One', 'Two', 'More Actions'],
    ],
  ])('%j show as %j', async (labels, shown) => {
    openTeas({ bulkActions: labels.map((label) => done(label)) });
    await firstRow('Tea 01');
    expect(screen.queryByRole('group', { name: 'Bulk actions' })).toBeNull();
    await select('Tea 01');
    expect(buttons()).toEqual(shown);
  });

  test("more than three: the rest is in the 'More Actions' dropdown", async () => {
    const run = jest.fn<Promise<void>, [readonly Tea[]]>(() => Promise.resolve());
    openTeas({ bulkActions: [done('One'), done('Two'), done('Three'), done('Four', run)] });
    await firstRow('Tea 01');
    await select('Tea 02');
    await user.click(screen.getByRole('button', { name: 'More Actions' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Three', 'Four']);
    await user.click(screen.getByRole('menuitem', { name: 'Four' }));
    await total('(0 selected)');
    expect(run.mock.calls.map(([rows]) => rows)).toEqual([[expect.objectContaining({ id: 2 })]]);
  });

  test("one flagged for confirmation asks 'Are you sure you want to <action> N item(s)?'", async () => {
    const run = jest.fn(() => Promise.resolve());
    openTeas({ bulkActions: [{ ...done('Throw Away', run), confirm: 'throw away' }] });
    await firstRow('Tea 01');
    await select('Tea 01');
    await select('Tea 02');
    await user.click(screen.getByRole('button', { name: 'Throw Away' }));
    const question = within(await screen.findByRole('dialog', { name: 'Confirm Action' }));
    expect(question.getByText('Are you sure you want to throw away 2 item(s)?')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(run).not.toHaveBeenCalled();
    await total('(2 selected)');
    await user.click(screen.getByRole('button', { name: 'Throw Away' }));
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    await total('(0 selected)');
  });

  test('a failing one is logged, shows which rows failed and why, and tries just those again', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    const run = jest
      .fn<ReturnType<BulkAction<Tea>['run']>, [readonly Tea[]]>()
      .mockResolvedValueOnce({ success_count: 1, error_count: 1, errors: [{ id: 2, msg: 'Too bitter' }] })
      .mockResolvedValueOnce(undefined);
    openTeas({ bulkActions: [done('Brew', run)] });
    await firstRow('Tea 01');
    await select('Tea 01');
    await select('Tea 02');
    await user.click(screen.getByRole('button', { name: 'Brew' }));
    expect(await screen.findByText('Brew: 1 of 2 failed')).toBeVisible();
    expect(screen.getByRole('listitem')).toHaveTextContent('Tea 02: Too bitter');
    expect(logged).toHaveBeenCalled();
    await total('(0 selected)');
    await user.click(screen.getByRole('button', { name: 'Retry failed' }));
    await waitFor(() => expect(screen.queryByText(/failed/)).toBeNull());
    expect(run.mock.lastCall?.[0].map(({ id }) => id)).toEqual([2]);
    logged.mockRestore();
  });

  describe('one that needs to know more', () => {
    const open = async (run: (rows: readonly Tea[], values: { name: string }) => Promise<BulkResponse | void>) => {
      const form = {
        title: 'Rename Teas',
        schema: teaWrite,
        fields: [{ key: 'name', type: 'text' }],
        note: 'All of them will have one name.',
        submitLabel: 'Rename',
      } as const;
      openTeas({ bulkActions: [bulkForm({ label: 'Rename All', form, run })] });
      await firstRow('Tea 01');
      await select('Tea 01');
      await select('Tea 02');
      await user.click(screen.getByRole('button', { name: 'Rename All' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Rename Teas' }));
      expect(dialog.getByText('All of them will have one name.')).toBeVisible();
      await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Assam');
      await user.click(dialog.getByRole('button', { name: 'Rename' }));
    };

    test('asks in a form, and tries again with what was entered', async () => {
      const logged = jest.spyOn(console, 'error').mockImplementation();
      const run = jest
        .fn<Promise<BulkResponse | void>, [readonly Tea[], { name: string }]>()
        .mockResolvedValueOnce({ success_count: 1, error_count: 1, errors: [{ id: 2, msg: 'Too bitter' }] })
        .mockResolvedValueOnce(undefined);
      await open(run);
      expect(await screen.findByText('Rename All: 1 of 2 failed')).toBeVisible();
      await total('(0 selected)');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await user.click(screen.getByRole('button', { name: 'Retry failed' }));
      await waitFor(() => expect(screen.queryByText(/failed/)).toBeNull());
      expect(run.mock.calls.map(([rows, values]) => [rows.map(({ id }) => id), values])).toEqual([
        [[1, 2], { name: 'Assam' }],
        [[2], { name: 'Assam' }],
      ]);
      logged.mockRestore();
    });

    test('shows in the form why it was refused as a whole, and keeps the selection', async () => {
      await open(() => Promise.reject({ status: 400, data: { detail: 'No water' } }));
      expect(await screen.findByText('No water')).toBeVisible();
      expect(screen.getByRole('dialog', { name: 'Rename Teas' })).toBeVisible();
      await total('(2 selected)');
    });
  });

  test('one that is refused as a whole names every row with the reason', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    openTeas({ bulkActions: [done('Brew', () => Promise.reject(new Error('No water')))] });
    await firstRow('Tea 01');
    await user.click(selectAll());
    await user.click(screen.getByRole('button', { name: 'Brew' }));
    expect(await screen.findByText('Brew: 4 of 4 failed')).toBeVisible();
    expect(screen.getAllByText(/No water/)).toHaveLength(4);
    logged.mockRestore();
  });

  test("'Clear Selection' clears it", async () => {
    openTeas();
    await firstRow('Tea 01');
    await user.click(selectAll());
    await user.click(screen.getByRole('button', { name: 'Clear Selection' }));
    await total('(0 selected)');
  });
});
