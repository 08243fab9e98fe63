import { screen, waitFor, within } from '@testing-library/react';
import type { Connection, Credential, Run, RunFinding } from 'contract/company/connections';
import {
  COMPANIES,
  choose,
  columnTitles,
  dialog,
  lastQueryOf,
  openScreen,
  pageOf,
  serviceOf,
  user,
} from 'shared-ui/testing';
import ConnectionsScreen from './connections.screen';
import { connection, people, times } from './testing/connection';

const run: Run = {
  id: 30,
  connection_id: 7,
  cause: 'plan',
  is_preview: false,
  is_whole: true,
  status: 'failed',
  requested_by: null,
  created_at: times.created_at,
  started_at: times.created_at,
  ended_at: times.created_at,
  retry_at: null,
  attempts: 1,
  expected: null,
  read: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  doubtful: 0,
  gone: 0,
  failed: 0,
  message: 'The store is locked',
  error_code: 'locked',
  trace: null,
};
const credential: Credential = {
  id: 2,
  company_id: null,
  company_name: null,
  source: 'meta',
  kind: 'token',
  label: 'Agency token',
  client_id: null,
  hint: '9xYz',
  expires_at: null,
  state: 'ok',
  state_message: null,
  paused_until: null,
  shared: true,
  connection_count: 3,
  ...times,
  ...people,
};
const PATH = '/connections';
const service = serviceOf(PATH, connection);

const open = () => openScreen(<ConnectionsScreen />, { groups: ['AaasAdmin'], companies: [...COMPANIES] });
const row = async () => screen.findByRole('row', { name: /Harbor Store/ });
const openOne = async (runs: readonly Run[] = [run], changes: Partial<Connection> = {}) => {
  service.on(`GET ${PATH}/7`, [200, { ...connection, ...changes }]);
  service.on(`GET ${PATH}/7/runs`, [200, pageOf(...runs)]);
  service.on(`GET ${PATH}/7/history`, [200, { ...pageOf(), read_from: null, read_at: null }]);
  open();
  await row();
  await choose('Harbor Store (Shopify)', 'Open');
  return dialog(/Harbor Store/ as unknown as string);
};

test('columns are store with company, source, state in words, last read and next run', async () => {
  open();
  const cells = within(await row());
  expect(columnTitles()).toEqual(['Store or Account', 'Source', 'State', 'Last Read', 'Next Run']);
  for (const text of ['Harbor Store', 'Harbor & Pine', 'Shopify', 'Works']) expect(cells.getByText(text)).toBeVisible();
  expect(lastQueryOf(service, PATH)).toMatchObject({ page: '1', sort_by: 'external_name' });
});

test('those that need somebody are found by the filter that the dashboard links', async () => {
  openScreen(<ConnectionsScreen />, {
    groups: ['AaasAdmin'],
    companies: [...COMPANIES],
    address: '/company/connections?company_id=4&attention=unread',
  });
  await row();
  expect(lastQueryOf(service, PATH)).toMatchObject({ company_id: '4', attention: 'unread' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Needs Attention' }), [
    'Credential expires within 14 days',
  ]);
  await waitFor(() => expect(lastQueryOf(service, PATH)).toMatchObject({ attention: 'expires' }));
});

test('the last runs are listed with the reason of each failure', async () => {
  const shown = await openOne();
  expect(await shown.findByText('The store is locked')).toBeVisible();
  expect(service.requestsTo(`GET ${PATH}/7/runs`)[0]?.query.get('page_size')).toBe('20');
});

test('a test names each thing that is missing', async () => {
  const shown = await openOne();
  const problems = [
    { code: 'scope', message: 'The scope read_inventory is missing' },
    { code: 'currency', message: 'The store counts in EUR' },
  ];
  service.on(`POST ${PATH}/7/test`, [
    200,
    {
      ok: false,
      name: 'Harbor',
      external_id: 'harbor',
      currency: 'EUR',
      zone: null,
      expires_at: null,
      problems,
      notes: [],
    },
  ]);
  await user.click(shown.getByRole('button', { name: 'Test' }));
  const alert = within(await shown.findByRole('alert'));
  for (const { message } of problems) expect(alert.getByText(message)).toBeVisible();
});

test('a preview that asks says its counts and is confirmed before anything is written', async () => {
  const asking: Run = {
    ...run,
    id: 31,
    is_preview: true,
    status: 'asking',
    message: null,
    read: 855,
    unchanged: 812,
    created: 40,
    doubtful: 3,
  };
  const shown = await openOne([asking], { state: 'new', open_run_id: 31 });
  expect(await shown.findByText('812 match, 40 new, 3 doubtful.')).toBeVisible();
  expect(shown.getByRole('button', { name: 'Sync now' })).toBeDisabled();
  service.on(`POST ${PATH}/7/runs/31/confirm`, [200, { run_id: 32 }]);
  await user.click(shown.getByRole('button', { name: 'Confirm and read' }));
  await waitFor(() => expect(service.requestsTo(`POST ${PATH}/7/runs/31/confirm`)).toHaveLength(1));
});

test('a run that would end more than 20 % asks, and can be stopped', async () => {
  const asking: Run = { ...run, status: 'asking', message: '312 of 900 variants would be gone.', gone: 312, read: 588 };
  const shown = await openOne([asking], { open_run_id: 30 });
  expect(await shown.findByRole('button', { name: 'Confirm 312 gone' })).toBeVisible();
  service.on(`POST ${PATH}/7/runs/30/stop`, [200, {}]);
  await user.click(shown.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(service.requestsTo(`POST ${PATH}/7/runs/30/stop`)).toHaveLength(1));
});

describe('the findings of a run', () => {
  const found: Run = { ...run, status: 'done', message: null, read: 9, doubtful: 2, failed: 1, gone: 1 };
  const [one, other] = [
    { id: 8, label: 'Mug – Blue (MUG)' },
    { id: 9, label: 'Mug – Blue (MUG-2)' },
  ];
  const doubt: RunFinding = {
    kind: 'doubtful',
    key: '48',
    label: 'Mug – Navy',
    message: 'The store has 2 variants with the SKU MUG',
    candidates: [one, other],
    can_be_new: true,
    match: null,
  };
  const told = (kind: 'failed' | 'gone', label: string): RunFinding => ({
    kind,
    key: label,
    label,
    message: `${label} is ${kind}`,
    candidates: [],
    can_be_new: false,
    match: null,
  });
  const openFindings = async (findings: readonly RunFinding[], changes: Partial<Run> = {}) => {
    service.on(`GET ${PATH}/7/runs/30`, [200, { ...found, ...changes, findings }]);
    const shown = await openOne([{ ...found, ...changes }]);
    await user.click(await shown.findByRole('button', { name: /^Findings of/ }));
    // Over another one, and here both have the id of the first one's title.
    const title = await screen.findByRole('heading', { name: /^Findings of/ });
    return within(title.closest<HTMLElement>('[role=dialog]')!);
  };
  const group = (shown: Awaited<ReturnType<typeof openFindings>>, name: string) =>
    within(shown.getByRole('group', { name }));
  const matched = () => service.requestsTo(`POST ${PATH}/7/match`).map(({ body }) => body);

  test('name what is doubtful, refused and gone, each with its reason', async () => {
    const shown = await openFindings([doubt, told('failed', 'Cup'), told('gone', 'Jar')], { doubtful: 1 });
    for (const title of ['1 doubtful', '1 refused', '1 gone'])
      expect(await shown.findByRole('heading', { name: title })).toBeVisible();
    for (const text of [doubt.message, 'Cup is failed', 'Jar is gone']) expect(shown.getByText(text)).toBeVisible();
    expect(group(shown, 'Mug – Navy').getByRole('radio', { name: 'Leave it' })).toBeChecked();
    expect(shown.getByRole('button', { name: 'Save matches' })).toBeDisabled();
  });

  test('a doubtful one is matched to one of ours, another is a new one, and no two are the same', async () => {
    service.on(`POST ${PATH}/7/match`, [204, undefined]);
    const shown = await openFindings([doubt, { ...doubt, key: '49', label: 'Mug – Sky' }]);
    await shown.findByRole('group', { name: 'Mug – Navy' });
    await user.click(group(shown, 'Mug – Navy').getByRole('radio', { name: one.label }));
    expect(group(shown, 'Mug – Sky').getByRole('radio', { name: one.label })).toBeDisabled();
    await user.click(group(shown, 'Mug – Sky').getByRole('radio', { name: 'None of these: make a new one' }));
    await user.click(shown.getByRole('button', { name: 'Save matches' }));
    expect(await screen.findByText('Matched 2')).toBeVisible();
    expect(matched()).toEqual([
      { key: '48', record_id: one.id },
      { key: '49', record_id: null },
    ]);
  });

  test('one that is matched is not asked about again, and cannot be new where its ID is taken', async () => {
    const shown = await openFindings([{ ...doubt, can_be_new: false, match: { record_id: other.id } }]);
    await shown.findByRole('group', { name: 'Mug – Navy' });
    const choices = group(shown, 'Mug – Navy').getAllByRole('radio');
    expect(choices.map((choice) => (choice as HTMLInputElement).checked)).toEqual([false, true]);
    expect(shown.getByRole('button', { name: 'Save matches' })).toBeDisabled();
  });

  test('a match that fails is told, and can be sent again', async () => {
    service.on(`POST ${PATH}/7/match`, [404, { detail: 'Record not found' }]);
    const shown = await openFindings([doubt]);
    await shown.findByRole('group', { name: 'Mug – Navy' });
    await user.click(group(shown, 'Mug – Navy').getByRole('radio', { name: one.label }));
    await user.click(shown.getByRole('button', { name: 'Save matches' }));
    expect(await screen.findByText('Record not found')).toBeVisible();
    expect(group(shown, 'Mug – Navy').getByRole('radio', { name: one.label })).toBeChecked();
    expect(shown.getByRole('button', { name: 'Save matches' })).toBeEnabled();
  });

  test('are said to be the first of those that there are', async () => {
    const shown = await openFindings([told('gone', 'Jar')], { gone: 312, doubtful: 0, failed: 0, status: 'asking' });
    expect(await shown.findByRole('heading', { name: 'The first 1 of 312 that would be gone' })).toBeVisible();
  });
});

test('a run shows how far it is', async () => {
  const shown = await openOne([{ ...run, status: 'running', message: null, read: 1200, expected: 3000 }], {
    open_run_id: 30,
  });
  expect(await shown.findByText('1,200 of 3,000 read')).toBeVisible();
  expect(shown.getByRole('progressbar', { name: 'Sync' })).toHaveAttribute('max', '3000');
});

test('one that is paused is resumed', async () => {
  service.on(`POST ${PATH}/7/resume`, [200, connection]);
  const shown = await openOne([run], { state: 'paused', paused_by: 'ada' });
  await user.click(await shown.findByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(service.requestsTo(`POST ${PATH}/7/resume`)).toHaveLength(1));
});

test('adding one asks for a name that fits its source, and offers shared credentials', async () => {
  service.on('GET /credentials', [200, pageOf(credential)]);
  service.on(`POST ${PATH}`, [201, connection]);
  open();
  await row();
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  const form = await dialog('Add Connection');
  await user.click(form.getByRole('combobox', { name: /Company/ }));
  await user.click(await screen.findByRole('option', { name: 'Harbor & Pine' }));
  await user.selectOptions(form.getByRole('combobox', { name: /Source/ }), 'Meta');
  await user.type(form.getByRole('textbox', { name: /Store or Account/ }), '123');
  await user.click(form.getByRole('button', { name: 'Create' }));
  for (const message of ['Account must be such as act_1234567890', 'Please choose a credential'])
    expect(await form.findByText(message)).toBeVisible();
  await user.clear(form.getByRole('textbox', { name: /Store or Account/ }));
  await user.type(form.getByRole('textbox', { name: /Store or Account/ }), 'act_123');
  await user.selectOptions(form.getByRole('combobox', { name: /Credential/ }), 'Agency token (shared) …9xYz');
  await user.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(service.requestsTo(`POST ${PATH}`)).toHaveLength(1));
  expect(service.requestsTo(`POST ${PATH}`)[0]?.body).toMatchObject({
    company_id: 4,
    source: 'meta',
    external_id: 'act_123',
    credential_id: 2,
  });
});

test("the empty message is 'No connections found'", async () => {
  service.on(`GET ${PATH}`, [200, pageOf()]);
  open();
  expect(await screen.findByText('No connections found')).toBeVisible();
});
