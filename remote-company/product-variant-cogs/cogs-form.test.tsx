import { screen, waitFor } from '@testing-library/react';
import type { CogsSaved, CogsTimelineEntry } from 'contract/company/product-variant-cogs';
import type { Service } from 'shared-auth/testing';
import { dialog, user } from 'shared-ui/testing';
import { forecast, items, openCogs, period, setDate, startCogsService, today } from './testing/open-cogs';

const [upcoming, current, oldest] = items as [CogsTimelineEntry, CogsTimelineEntry, CogsTimelineEntry];
/** The effects of a new period from May 1 on: the current one ends before it, the upcoming one goes. */
const planned = {
  ...upcoming,
  cogs_record: { ...upcoming.cogs_record, id: null, cogs_amount: 7.5 },
  period_start: '2026-05-01',
};
const shortened = { ...current, period_end: '2026-04-30' };

let service: Service;
beforeEach(async () => {
  service = await startCogsService();
});
afterEach(() => service.close());

const saves = (call: string) => service.requestsTo(call).filter(({ query }) => !query.has('dry_run'));

describe('adding a period', () => {
  const post = 'POST /product-variant-cogs';
  const openForm = async () => {
    const add = await screen.findByRole('button', { name: 'Add COGS Record' });
    await waitFor(() => expect(add).toBeEnabled());
    await user.click(add);
    return dialog('Add COGS Record');
  };
  const answerWith = (dryRun: Partial<CogsSaved>) =>
    service.on(post, ({ query }) => (query.has('dry_run') ? [200, forecast(dryRun)] : [201, forecast()]));

  test('says that the system adjusts overlaps and gaps', async () => {
    openCogs();
    expect((await openForm()).getByText(/The system adjusts the other records/)).toBeVisible();
  });

  test('closes a gap that the page names, with the dates of the gap', async () => {
    const ended = [period(1, 4, null, '2026-11-10')];
    service.on('GET /product-variant-cogs/timeline/11', [200, { items: ended, total: 1, today }]);
    answerWith({ timeline: [planned, shortened, oldest] });
    openCogs();
    const gap = await screen.findByText('No cost since Nov 11');
    expect(gap.closest('[role=status]')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close Gap' }));
    const form = await dialog('Add COGS Record');
    expect(form.getByLabelText('Start date')).toHaveValue('2026-11-11');
    expect(form.getByLabelText('End date')).toHaveValue('');
    await user.type(form.getByLabelText(/COGS amount/), '4.5');
    await user.click(form.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('COGS record created successfully')).toBeVisible();
    expect(saves(post)[0]?.body).toEqual({
      product_variant_id: 11,
      cogs_amount: 4.5,
      effective_start_date: '2026-11-11',
      effective_end_date: null,
    });
  });

  test("needs an amount above 0 and an end after the start, in the specification's words", async () => {
    openCogs();
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
    expect(service.requestsTo(post)).toEqual([]);
  });

  test('shows what the save would do before it is done, from the dry run, and tells the counts after', async () => {
    answerWith({ records_ended: 1, records_updated: 2, timeline: [planned, shortened, oldest] });
    openCogs();
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
    openCogs();
    const form = await openForm();
    await user.type(form.getByLabelText(/COGS amount/), '7');
    expect(await form.findByText('This save changes no other period.')).toBeVisible();
  });

  test('tells it of the periods as they are, not as the page had them', async () => {
    const timeline = 'GET /product-variant-cogs/timeline/11';
    service.on(timeline, [200, { items: [], total: 0, today }]);
    answerWith({ records_ended: 1, records_removed: 1, timeline: [planned, shortened, oldest] });
    openCogs();
    await screen.findByText('No COGS Records Found');
    service.on(timeline, [200, { items, total: items.length, today }]);
    const form = await openForm();
    await user.type(form.getByLabelText(/COGS amount/), '7.5');
    setDate(form, 'Start date', '2026-05-01');
    const effect = '$5.25 ends Apr 30 instead of Dec 31; $6.00 from Jan 1, 2027 is removed.';
    expect(await form.findByText(effect)).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText(/This save removes 1 period\(s\)/)).toBeVisible();
    // In the forecast, and in the question.
    expect(screen.getAllByText(effect)).toHaveLength(2);
  });

  test('says why it cannot tell what would change, where the periods cannot be read', async () => {
    answerWith({});
    openCogs();
    await screen.findByRole('table');
    service.on('GET /product-variant-cogs/timeline/11', [503, { detail: 'The database is away' }]);
    const form = await openForm();
    await user.type(form.getByLabelText(/COGS amount/), '7.5');
    expect(await form.findByText('The database is away')).toBeVisible();
    expect(form.queryByRole('figure')).toBeNull();
  });

  test('asks again when periods would be removed', async () => {
    answerWith({ records_ended: 2, records_removed: 2, timeline: [planned, shortened, oldest] });
    openCogs();
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
    openCogs();
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
    openCogs();
    const form = await openForm();
    await user.type(form.getByLabelText(/COGS amount/), '7');
    await user.click(form.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Failed to save COGS record')).toBeVisible();
    // Once, and not in the form as well.
    expect(form.queryByRole('alert')).toBeNull();
    expect(form.getByLabelText(/COGS amount/)).toHaveValue('7');
    // A message about a field is shown at the field.
    const detail = [{ loc: ['body', 'cogs_amount'], msg: 'COGS amount is odd', type: 'odd' }];
    service.on(post, [422, { detail }]);
    await user.click(await form.findByRole('button', { name: 'Create' }));
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
    openCogs();
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
    openCogs();
    const form = await openForm();
    await user.clear(form.getByLabelText(/COGS amount/));
    await user.type(form.getByLabelText(/COGS amount/), '6');
    await user.click(form.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(saves(patch)).toHaveLength(1));
  });
});
