import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { CogsSaved, CogsTimelineEntry } from 'api/contract/company/product-variant-cogs';
import { endSession, startService, type Service } from 'shared-auth/testing';
import { dialog, openScreen, user } from 'shared-ui/testing';
import { sencha } from '../product-variants/testing/sencha';
import ProductVariantCogsScreen from './product-variant-cogs.screen';

const today = '2026-11-20';
const period = (
  id: number,
  cogs_amount: number,
  period_start: string | null,
  period_end: string | null,
  rest: Pick<CogsTimelineEntry, 'duration_days' | 'is_current'>,
): CogsTimelineEntry => ({
  cogs_record: {
    id,
    product_variant_id: 11,
    cogs_amount,
    effective_start_date: period_start,
    effective_end_date: period_end,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
  },
  period_start,
  period_end,
  ...rest,
});
const items = [
  period(3, 6, '2027-01-01', null, { duration_days: null, is_current: false }),
  period(2, 5.25, '2026-01-01', '2026-12-31', { duration_days: 365, is_current: true }),
  period(1, 4, null, '2025-12-31', { duration_days: null, is_current: false }),
];
const forecast = (over: Partial<CogsSaved> = {}): CogsSaved => ({
  ...(items[0] as CogsTimelineEntry).cogs_record,
  records_updated: 1,
  records_ended: 1,
  records_removed: 0,
  timeline: items,
  ...over,
});

const [upcoming, current, oldest] = items as [CogsTimelineEntry, CogsTimelineEntry, CogsTimelineEntry];
/** What a new period from May 1 on makes of them: the current one ends before it, the upcoming one goes. */
const planned = {
  ...upcoming,
  cogs_record: { ...upcoming.cogs_record, id: null, cogs_amount: 7.5 },
  period_start: '2026-05-01',
};
const shortened = { ...current, period_end: '2026-04-30' };

let service: Service;
beforeEach(async () => {
  service = await startService();
  service.on('GET /product-variants/by-id/11', [200, sencha]);
  service.on('GET /product-variant-cogs/timeline/11', [200, { items, total: items.length, today }]);
});
afterEach(() => service.close());

const open = () =>
  openScreen(<ProductVariantCogsScreen />, {
    groups: ['CompanyAdmin'],
    path: '/product-variants/:id/cogs',
    address: '/product-variants/11/cogs',
    state: { from: '/product-variants?company_id=3&page=2' },
    others: { '/product-variants': <p>Variants</p> },
  }).router;
const table = () => screen.findByRole('table');
const setDate = (form: ReturnType<typeof within>, label: string, date: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value: date } });
const saves = (call: string) => service.askedFor(call).filter(({ query }) => !query.has('dry_run'));

test('the information card says which variant it is', async () => {
  open();
  const card = within(await screen.findByRole('region', { name: 'Variant information' }));
  for (const text of ['Sencha', '50 g', 'SKU-11', 'Shopify', 'Acme', 'Active'])
    expect(card.getByText(text)).toBeVisible();
});

test('the timeline has amount, start, end, duration, status and actions, newest first', async () => {
  open();
  const rows = within(await table()).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['COGS Amount', 'Period Start', 'Period End', 'Duration (Days)', 'Status', 'Actions'],
    ['$6.00', 'Jan 1, 2027', 'Ongoing', '-', 'Upcoming', 'EditDelete'],
    ['$5.25', 'Jan 1, 2026', 'Dec 31, 2026', '365', 'Current', 'EditDelete'],
    ['$4.00', 'Ongoing', 'Dec 31, 2025', '-', 'Historical', 'EditDelete'],
  ]);
});

test('the same history is drawn with today marked, and read out oldest first', async () => {
  open();
  const chart = within(await screen.findByRole('figure', { name: 'COGS over time' }));
  expect(chart.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '$4.00 from the beginning of time to Dec 31, 2025 (Historical)',
    '$5.25 from Jan 1, 2026 to Dec 31, 2026 (Current)',
    '$6.00 from Jan 1, 2027, ongoing (Upcoming)',
  ]);
  expect(chart.getByText('Today')).toBeVisible();
});

test('the drawing says of each period what it is by the arrow keys', async () => {
  open();
  const plot = await screen.findByRole('slider', { name: 'Period of COGS over time' });
  expect(plot).toHaveAttribute('aria-valuetext', '$5.25 from Jan 1, 2026 to Dec 31, 2026 (Current)');
  plot.focus();
  const shown = () => within(plot).queryByText(/^from /)?.textContent;
  await user.keyboard('{ArrowRight}');
  expect(plot).toHaveAttribute('aria-valuetext', '$6.00 from Jan 1, 2027, ongoing (Upcoming)');
  expect(shown()).toBe('from Jan 1, 2027, ongoing');
  await user.keyboard('{Home}');
  expect(shown()).toBe('from the beginning of time to Dec 31, 2025');
  await user.keyboard('{Escape}');
  expect(shown()).toBeUndefined();
});

test('the drawing has ticks of amounts and dates', async () => {
  open();
  const chart = within(await screen.findByRole('figure', { name: 'COGS over time' }));
  for (const tick of ['$0', '$2', '$4', '$6', 'Jan 2026', 'Jul 2026', 'Jan 2027'])
    expect(chart.getByText(tick)).toBeVisible();
});

test("without periods it reads 'No COGS Records Found'", async () => {
  service.on('GET /product-variant-cogs/timeline/11', [200, { items: [], total: 0, today }]);
  open();
  expect(await screen.findByText('No COGS Records Found')).toBeVisible();
  expect(screen.queryByRole('figure')).toBeNull();
});

test("what could not be loaded reads 'Failed to load COGS records' and can be tried again", async () => {
  service.on('GET /product-variant-cogs/timeline/11', [503, { detail: 'The database is away' }]);
  open();
  expect(await screen.findByText('Failed to load COGS records')).toBeVisible();
  expect(screen.getByText('The database is away')).toBeVisible();
  service.on('GET /product-variant-cogs/timeline/11', [200, { items, total: 3, today }]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await table()).toBeVisible();
  expect(screen.queryByText('Failed to load COGS records')).toBeNull();
});

test('the back button returns to the list as it was left', async () => {
  const router = open();
  await user.click(await screen.findByRole('link', { name: 'Back to Product Variants' }));
  expect(router.state.location).toMatchObject({ pathname: '/product-variants', search: '?company_id=3&page=2' });
});

describe('adding a period', () => {
  const post = 'POST /product-variant-cogs';
  const openForm = async () => {
    await user.click(await screen.findByRole('button', { name: 'Add COGS Record' }));
    return dialog('Add COGS Record');
  };
  const answerWith = (dryRun: Partial<CogsSaved>) =>
    service.on(post, ({ query }) => (query.has('dry_run') ? [200, forecast(dryRun)] : [201, forecast()]));

  test('says that the system adjusts overlaps and gaps', async () => {
    open();
    expect((await openForm()).getByText(/The system adjusts the other records/)).toBeVisible();
  });

  test("needs an amount above 0 and an end after the start, in the specification's words", async () => {
    open();
    const form = await openForm();
    const create = () => user.click(form.getByRole('button', { name: 'Create' }));
    await create();
    expect(form.getByText('COGS amount is required')).toBeVisible();
    await user.type(form.getByLabelText(/COGS amount/), '0');
    await create();
    expect(form.getByText('COGS amount must be greater than 0')).toBeVisible();
    setDate(form, 'Start date', '2026-05-01');
    setDate(form, 'End date', '2026-05-01');
    await create();
    expect(form.getByText('End date must be after start date')).toBeVisible();
    setDate(form, 'Start date', '2026-04-01');
    expect(form.queryByText('End date must be after start date')).toBeNull();
    expect(service.askedFor(post)).toEqual([]);
  });

  test('shows what the save would do before it is done, from the dry run, and tells the counts after', async () => {
    answerWith({ records_ended: 1, records_updated: 2, timeline: [planned, shortened, oldest] });
    open();
    const form = await openForm();
    await user.type(form.getByLabelText(/COGS amount/), '7.5');
    setDate(form, 'Start date', '2026-05-01');
    expect(
      await form.findByText('$5.25 ends Apr 30 instead of Dec 31; $6.00 from Jan 1, 2027 is removed.'),
    ).toBeVisible();
    expect(form.getByRole('figure', { name: 'After this save' })).toBeVisible();
    expect(saves(post)).toEqual([]);
    await user.click(form.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('COGS record created successfully')).toBeVisible();
    expect(screen.getByText('Other COGS records were adjusted')).toBeVisible();
    expect(screen.getByText('1 updated, 1 ended')).toBeVisible();
    expect(saves(post).map(({ body }) => body)).toEqual([
      { product_variant_id: 11, cogs_amount: 7.5, effective_start_date: '2026-05-01', effective_end_date: null },
    ]);
  });

  test('says when nothing else changes', async () => {
    answerWith({ records_ended: 0, records_updated: 0 });
    open();
    const form = await openForm();
    await user.type(form.getByLabelText(/COGS amount/), '7');
    expect(await form.findByText('This save changes no other period.')).toBeVisible();
  });

  test('asks again when periods would be removed', async () => {
    answerWith({ records_ended: 2, records_removed: 2, timeline: [planned, shortened, oldest] });
    open();
    const form = await openForm();
    await user.type(form.getByLabelText(/COGS amount/), '7');
    await user.click(form.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText(/This save removes 2 period\(s\)/)).toBeVisible();
    // In the forecast, and in the question.
    expect(screen.getAllByText(/\$6\.00 from Jan 1, 2027 is removed/)).toHaveLength(2);
    expect(saves(post)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves(post)).toHaveLength(1));
  });

  test('enters today of the company’s time zone, or an end of its month, at one press', async () => {
    open();
    const form = await openForm();
    const press = (name: string, at: number) => user.click(form.getAllByRole('button', { name })[at] as HTMLElement);
    await press('Today', 0);
    expect(form.getByLabelText('Start date')).toHaveValue('2026-11-20');
    await press('First of month', 0);
    expect(form.getByLabelText('Start date')).toHaveValue('2026-11-01');
    await press('Today', 1);
    expect(form.getByLabelText('End date')).toHaveValue('2026-11-20');
    await press('End of month', 0);
    expect(form.getByLabelText('End date')).toHaveValue('2026-11-30');
    expect(form.getByRole('button', { name: 'End of month' })).toHaveAccessibleDescription('End date');
  });

  test("that fails reads 'Failed to save COGS record' and keeps the input", async () => {
    service.on(post, [400, { detail: 'Closed for stocktaking' }]);
    open();
    const form = await openForm();
    await user.type(form.getByLabelText(/COGS amount/), '7');
    await user.click(form.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Failed to save COGS record')).toBeVisible();
    // Once, and not in the form as well.
    expect(form.queryByRole('alert')).toBeNull();
    expect(form.getByLabelText(/COGS amount/)).toHaveValue('7');
    // What a field is to blame for is said at the field.
    const detail = [{ loc: ['body', 'cogs_amount'], msg: 'COGS amount is odd', type: 'odd' }];
    service.on(post, [422, { detail }]);
    await user.click(form.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(form.getByLabelText(/COGS amount/)).toHaveAccessibleDescription('COGS amount is odd'));
    expect(form.queryByRole('alert')).toBeNull();
  });
});

describe('editing a period', () => {
  const patch = 'PATCH /product-variant-cogs/2';
  const openForm = async () => {
    await user.click(await screen.findByRole('button', { name: /^Edit \$5\.25/ }));
    return dialog('Edit COGS Record');
  };

  test('begins with it, and sends what was read as If-Match', async () => {
    service.on(patch, [200, forecast({ records_ended: 0, records_updated: 0 })]);
    open();
    const form = await openForm();
    expect(form.getByLabelText('Start date')).toHaveValue('2026-01-01');
    setDate(form, 'End date', '');
    await user.click(form.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('COGS record updated successfully')).toBeVisible();
    expect(screen.queryByText('0 updated, 0 ended')).toBeNull();
    const [sent] = saves(patch);
    expect(sent?.body).toEqual({ cogs_amount: 5.25, effective_start_date: '2026-01-01', effective_end_date: null });
    expect(sent?.headers['if-match']).toBe('"2026-01-02T00:00:00.000Z"');
  });

  test('of a single day, which an adjustment may leave, may change its amount', async () => {
    const single = period(2, 5.25, '2026-01-01', '2026-01-01', { duration_days: 1, is_current: false });
    service.on('GET /product-variant-cogs/timeline/11', [200, { items: [single], total: 1, today }]);
    service.on(patch, [200, forecast()]);
    open();
    const form = await openForm();
    await user.clear(form.getByLabelText(/COGS amount/));
    await user.type(form.getByLabelText(/COGS amount/), '6');
    await user.click(form.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(saves(patch)).toHaveLength(1));
  });
});

describe('deleting a period', () => {
  const ask = async (name: RegExp) => {
    await user.click(await screen.findByRole('button', { name }));
    return dialog('Delete COGS record?');
  };

  test('asks first and says which period takes over its days', async () => {
    service.on('DELETE /product-variant-cogs/2', [204]);
    open();
    const question = await ask(/^Delete \$5\.25/);
    expect(
      question.getByText(/\$4\.00 from the beginning of time to Dec 31, 2025.* takes its days over/),
    ).toBeVisible();
    expect(service.askedFor('DELETE /product-variant-cogs/2')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete COGS record' }));
    expect(await screen.findByText('COGS record deleted successfully')).toBeVisible();
    await waitFor(() => expect(service.askedFor('GET /product-variant-cogs/timeline/11')).toHaveLength(2));
  });

  test('leaves the focus on the screen', async () => {
    service.on('DELETE /product-variant-cogs/2', [204]);
    open();
    const question = await ask(/^Delete \$5\.25/);
    service.on('GET /product-variant-cogs/timeline/11', [200, { items: [], total: 0, today }]);
    await user.click(question.getByRole('button', { name: 'Delete COGS record' }));
    expect(await screen.findByText('No COGS Records Found')).toBeVisible();
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });

  test('says of the oldest that the past loses its cost', async () => {
    open();
    expect((await ask(/^Delete \$4\.00/)).getByText(/the past loses its cost/)).toBeVisible();
  });

  test("that fails reads 'Failed to delete COGS record'", async () => {
    service.on('DELETE /product-variant-cogs/2', [403, { detail: 'You may not' }]);
    open();
    await user.click((await ask(/^Delete \$5\.25/)).getByRole('button', { name: 'Delete COGS record' }));
    expect(await screen.findByText('Failed to delete COGS record')).toBeVisible();
    expect(screen.getByText('You may not')).toBeVisible();
  });
});

test('the form of a period that the end of the session closed is open again with what was typed, and sends nothing', async () => {
  const lose = () => {
    act(() => endSession('expired'));
    cleanup();
    open();
  };
  open();
  await user.click(await screen.findByRole('button', { name: /^Edit \$5\.25/ }));
  await user.type((await dialog('Edit COGS Record')).getByLabelText(/COGS amount/), '7');
  lose();
  const edited = await dialog('Edit COGS Record');
  expect(edited.getByLabelText(/COGS amount/)).toHaveValue('5.257');
  await user.click(edited.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Add COGS Record' }));
  await user.type((await dialog('Add COGS Record')).getByLabelText(/COGS amount/), '8');
  lose();
  const added = await dialog('Add COGS Record');
  expect(added.getByLabelText(/COGS amount/)).toHaveValue('8');
  expect(added.getByText('Not saved yet')).toBeVisible();
  expect(service.asked.filter(({ method, query }) => method !== 'GET' && query.get('dry_run') === null)).toEqual([]);
});
