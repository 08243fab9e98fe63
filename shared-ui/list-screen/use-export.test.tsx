import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { savedFiles } from '../testing/saved-files';
import { openTeas, startTeaService, teaList, teasNumbered, type Tea } from './testing/teas';

let service: Service;
beforeEach(async () => {
  service = await startTeaService(teasNumbered(230));
});
afterEach(() => service.close());

const user = userEvent.setup();
const firstRow = (name: string) => screen.findByRole('rowheader', { name });
const listed = () => service.requestsTo('GET /teas');
const select = (name: string) => user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
const total = (text: string) => waitFor(() => expect(screen.getByText(/total records/)).toHaveTextContent(text));

describe('exports', () => {
  let files: ReturnType<typeof savedFiles>;
  beforeEach(() => {
    files = savedFiles();
  });
  afterEach(() => jest.restoreAllMocks());

  test("'Export Selected' saves the selection, says 'Exported N teas' and clears the selection", async () => {
    openTeas();
    await firstRow('Tea 01');
    await select('Tea 02');
    await select('Tea 01');
    await user.click(screen.getByRole('button', { name: 'Export Selected' }));
    expect(await screen.findByText('Exported 2 teas')).toBeVisible();
    expect(files[0]?.name).toMatch(/^teas_export_\d{4}-\d\d-\d\d\.csv$/);
    expect((await files[0]?.text)?.trimEnd().split('\r\n')).toEqual([
      'Name,Price per pound,Last Updated',
      'Tea 01,0.5,2026-01-01T00:00:00.000Z',
      'Tea 02,1.5,2026-01-01T00:00:00.000Z',
    ]);
    await total('(0 selected)');
  });

  test('the file may be named otherwise than the messages end', async () => {
    openTeas({ list: { ...teaList, noun: { ...teaList.noun, many: 'sorts of tea', file: 'teas' } } });
    await firstRow('Tea 01');
    await select('Tea 01');
    await user.click(screen.getByRole('button', { name: 'Export Selected' }));
    expect(await screen.findByText('Exported 1 sorts of tea')).toBeVisible();
    expect(files[0]?.name).toMatch(/^teas_export_/);
  });

  test("'Export all N matching' saves every row that the filters match, from all pages", async () => {
    openTeas({}, '/teas?page=2&name=Tea&sort_by=-name');
    await user.click(await screen.findByRole('button', { name: 'Export all 230 matching' }));
    expect(await screen.findByText('Exported 230 teas')).toBeVisible();
    const lines = (await files[0]?.text)?.trimEnd().split('\r\n') ?? [];
    expect(lines).toHaveLength(231);
    expect(new Set(lines).size).toBe(231);
    expect(
      listed()
        .slice(-3)
        .map(({ query }) => query.get('page')),
    ).toEqual(['1', '2', '3']);
    expect(Object.fromEntries(listed().at(-1)?.query ?? [])).toMatchObject({
      page_size: '100',
      name: 'Tea',
      sort_by: '-name',
    });
  });

  test('pressed twice, it is one file', async () => {
    openTeas();
    await user.dblClick(await screen.findByRole('button', { name: 'Export all 230 matching' }));
    expect(await screen.findByText('Exported 230 teas')).toBeVisible();
    expect(files).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Export all 230 matching' }));
    await waitFor(() => expect(files).toHaveLength(2));
  });

  test('an export may have other columns than the table', async () => {
    const exported = [
      { title: 'Tea', value: ({ name }: Tea) => name },
      { title: 'Cents', value: ({ price }: Tea) => price * 100 },
    ];
    openTeas({ list: { ...teaList, exported } });
    await firstRow('Tea 01');
    await select('Tea 02');
    await user.click(screen.getByRole('button', { name: 'Export Selected' }));
    await screen.findByText('Exported 1 teas');
    expect((await files[0]?.text)?.trimEnd().split('\r\n')).toEqual(['Tea,Cents', 'Tea 02,150']);
  });

  test('one that fails says so and saves nothing', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    openTeas();
    await firstRow('Tea 01');
    service.on('GET /teas', [500, { detail: 'Internal server error' }]);
    await user.click(screen.getByRole('button', { name: 'Export all 230 matching' }));
    expect(await screen.findByText('Failed to export teas')).toBeVisible();
    expect(files).toHaveLength(0);
    expect(logged).toHaveBeenCalled();
  });

  test('one that is refused for now explains it in the toast (DOS-09)', async () => {
    jest.spyOn(console, 'error').mockImplementation();
    openTeas();
    await firstRow('Tea 01');
    const detail = 'Two of your exports are still running. Please try again when one of them has ended.';
    service.on('GET /teas', [429, { detail }, { 'Retry-After': '5' }]);
    await user.click(screen.getByRole('button', { name: 'Export all 230 matching' }));
    expect(await screen.findByText('Failed to export teas')).toBeVisible();
    expect(screen.getByText(detail)).toBeVisible();
  });
});
