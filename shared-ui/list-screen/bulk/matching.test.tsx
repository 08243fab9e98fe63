import { act, screen, waitFor, within } from '@testing-library/react';
import type { BulkResponse } from 'contract/bulk';
import type { Service } from 'shared-auth/testing';
import { confirm, select, user } from '../../testing';
import { shownToasts } from '../../toast/toasts';
import type { BulkAction, PartsOf } from '../actions';
import { everything, openTeas, startTeaService, teasNumbered, type Tea } from '../testing/teas';

const COUNT = 1_203;
let service: Service;
beforeEach(async () => {
  const teas = teasNumbered(COUNT);
  service = await startTeaService([]);
  // Three a page: what is rendered is not what is tested here.
  const page = { items: teas.slice(0, 3), total: COUNT, page: 1, page_size: 3, total_pages: 401 };
  service.on('GET /teas', [200, page]);
  // The last three are of another company.
  const items = teas.map(({ id }) => ({ id, company_id: id > 1200 ? 5 : 4 }));
  service.on('GET /teas/ids', [200, { items, total: COUNT }]);
  jest.spyOn(console, 'error').mockImplementation();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.close();
});

const all = (part: readonly Tea[]): BulkResponse => ({ success_count: part.length, error_count: 0, errors: [] });

/** A bulk action that sends its parts to `send`, and what it returned in the end. */
function brewing(send: PartsOf<Tea>['send'], more: Partial<BulkAction<Tea>> = {}) {
  const ended: BulkResponse[] = [];
  const action: BulkAction<Tea> = {
    label: 'Brew',
    confirm: 'brew',
    ...more,
    run: async (rows, _entered, bulk) => {
      const response = await bulk.inParts(rows, { send });
      ended.push(response);
      return response;
    },
  };
  return { ended, ...openTeas({ bulkActions: [action, 'Clear Selection'] }) };
}
const total = (text: string) => waitFor(() => expect(screen.getByText(/total records/)).toHaveTextContent(text));
const selectPage = async () => {
  await screen.findByRole('rowheader', { name: 'Tea 01' });
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
};
const selectMatching = async () => {
  await selectPage();
  await user.click(await screen.findByRole('button', { name: 'Select all 1,203 matching' }));
  await total('(1,203 selected)');
};
const brew = async () => {
  await user.click(screen.getByRole('button', { name: 'Brew' }));
  await confirm();
};

describe('selecting all that match', () => {
  test('is offered once all rows of the page are selected, and more match', async () => {
    brewing((part) => Promise.resolve(all(part)));
    await screen.findByRole('rowheader', { name: 'Tea 01' });
    await select('Tea 01');
    expect(screen.queryByText(/on this page are selected/)).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    expect(await screen.findByText('All 3 on this page are selected.')).toHaveAttribute('role', 'status');
    await user.click(await screen.findByRole('button', { name: 'Select all 1,203 matching' }));
    expect(await screen.findByText('All 1,203 matching are selected.')).toBeVisible();
    await total('(1,203 selected)');
    await user.click(screen.getByRole('button', { name: 'Select only this page' }));
    await total('(3 selected)');
  });

  test('asks with the filters of the list, without its page and order', async () => {
    openTeas({ calls: everything }, '/teas?name=Tea&in_stock=true&sort_by=-name&page=2');
    await screen.findAllByRole('rowheader');
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 1,203 matching' }));
    await total('(1,203 selected)');
    expect(service.requestsTo('GET /teas/ids')[0]?.query.toString()).toBe('name=Tea&in_stock=true');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['another page', () => user.click(screen.getByRole('button', { name: 'Page 2' }))],
    ['a sort', () => user.click(screen.getByRole('button', { name: 'Name' }))],
    ['clearing the selection', () => user.click(screen.getByRole('button', { name: 'Clear Selection' }))],
  ])('ends with %s', async (_, end) => {
    brewing((part) => Promise.resolve(all(part)));
    await selectMatching();
    await end();
    await total('(0 selected)');
    expect(screen.queryByText(/matching are selected/)).toBeNull();
  });

  test('ends with a filter', async () => {
    brewing((part) => Promise.resolve(all(part)));
    await selectMatching();
    await user.type(screen.getByLabelText('Name', { selector: 'input' }), '1{Enter}');
    await total('(0 selected)');
  });

  test('a row that is taken out leaves the others of the page', async () => {
    brewing((part) => Promise.resolve(all(part)));
    await selectMatching();
    await select('Tea 02');
    await total('(2 selected)');
  });

  test('is not offered where more match than can be, and says so', async () => {
    service.on('GET /teas', [200, { items: teasNumbered(2), total: 10_432, page: 1, page_size: 25, total_pages: 418 }]);
    brewing((part) => Promise.resolve(all(part)));
    await selectPage();
    expect(await screen.findByText(/10,432 match, and at most 10,000 can be selected at once/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Select all .* matching/ })).toBeNull();
  });

  test('what the service refuses it says in its own words', async () => {
    const detail = '10,432 records match, and at most 10,000 can be selected at once. Please narrow the filters.';
    service.on('GET /teas/ids', [400, { detail }]);
    brewing((part) => Promise.resolve(all(part)));
    await selectPage();
    await user.click(await screen.findByRole('button', { name: 'Select all 1,203 matching' }));
    expect(await screen.findByText('Failed to select all teas')).toBeVisible();
    expect(screen.getByText(detail)).toBeVisible();
    await total('(3 selected)');
  });
});

describe('acting on all that match', () => {
  test('asks with their number, and sends them in parts of 500 of one company', async () => {
    const parts: number[][] = [];
    const { ended } = brewing((part) => {
      parts.push(part.map(({ id }) => id));
      return Promise.resolve(all(part));
    });
    await selectMatching();
    await user.click(screen.getByRole('button', { name: 'Brew' }));
    const question = within(await screen.findByRole('dialog', { name: 'Confirm Action' }));
    expect(question.getByText('Are you sure you want to brew 1,203 item(s)?')).toBeVisible();
    expect(question.getByText(/1,203 teas · 2 companies/)).toBeVisible();
    await confirm();
    await total('(0 selected)');
    expect(parts.map(({ length }) => length)).toEqual([500, 500, 200, 3]);
    expect(new Set(parts.flat()).size).toBe(COUNT);
    expect(ended).toEqual([{ success_count: COUNT, error_count: 0, errors: [] }]);
  });

  /** Each part waits until it is let go. */
  function inSteps(response = all) {
    const waiting: (() => void)[] = [];
    const sent: (readonly Tea[])[] = [];
    const opened = brewing(async (part) => {
      sent.push(part);
      await new Promise<void>((go) => waiting.push(go));
      return response(part);
    });
    const letGo = async () => {
      await waitFor(() => expect(waiting).not.toHaveLength(0));
      await act(async () => waiting.shift()?.());
    };
    return { ...opened, sent, letGo };
  }
  const closes = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return !event.defaultPrevented;
  };

  test('says how far it is, and asks before the tab is closed meanwhile', async () => {
    const { letGo } = inSteps();
    await selectMatching();
    expect(closes()).toBe(true);
    await brew();
    expect(await screen.findByText('0 of 1,203')).toBeVisible();
    await letGo();
    expect(await screen.findByText('500 of 1,203')).toBeVisible();
    expect(closes()).toBe(false);
    for (let part = 2; part <= 4; part += 1) await letGo();
    await total('(0 selected)');
    expect(shownToasts()).toEqual([]);
    expect(closes()).toBe(true);
  });

  test('stops between two parts, and goes on with the rest when it is told to', async () => {
    const { sent, letGo, ended } = inSteps();
    await selectMatching();
    await brew();
    await letGo();
    await screen.findByText('500 of 1,203');
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Stopping...')).toBeVisible();
    await letGo();
    expect(await screen.findByText('Brew: 1,000 of 1,203 done, 203 not begun')).toBeVisible();
    expect(ended).toEqual([{ success_count: 1000, error_count: 0, errors: [] }]);
    expect(sent).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Continue with the remaining 203' }));
    await letGo();
    await letGo();
    await waitFor(() => expect(screen.queryByText(/not begun/)).toBeNull());
    expect(sent.slice(2).map(({ length }) => length)).toEqual([200, 3]);
  });

  test('what failed is named, also of rows on other pages, and the rest is done', async () => {
    service.on('GET /teas/900', [200, { ...teasNumbered(900)[899] }]);
    brewing((part) => {
      const errors = part
        .filter(({ id }) => id === 2 || (id >= 900 && id <= 901))
        .map(({ id }) => ({ id, msg: 'Too bitter' }));
      return Promise.resolve({ success_count: part.length - errors.length, error_count: errors.length, errors });
    });
    await selectMatching();
    await brew();
    expect(await screen.findByText('Brew: 3 of 1,203 failed')).toBeVisible();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Tea 02: Too bitter',
      'Tea 900: Too bitter',
      // It could not be asked for: it is gone.
      'Tea 901: Too bitter',
    ]);
  });

  test('a service that is gone ends it: what is not known, and what was not begun, is said', async () => {
    brewing((part) => (part[0]?.id === 501 ? Promise.reject({ status: 'TIMEOUT' }) : Promise.resolve(all(part))));
    await selectMatching();
    await brew();
    expect(await screen.findByText('Brew: 500 of 1,203 done, 500 failed, 203 not begun')).toBeVisible();
    expect(screen.getByText(/and 400 more/)).toBeVisible();
    expect(screen.getAllByText(/did not answer in time. It may have been done./)).toHaveLength(100);
    expect(screen.getByRole('button', { name: 'Continue with the remaining 703' })).toBeVisible();
  });

  test('who has left the list is told in a toast what was not done', async () => {
    const { letGo, router } = inSteps((part) => ({ success_count: part.length - 1, error_count: 1, errors: [] }));
    await selectMatching();
    await brew();
    await letGo();
    await screen.findByText('500 of 1,203');
    await act(() => router.navigate('/elsewhere'));
    expect(screen.getByText('500 of 1,203')).toBeVisible();
    for (let part = 2; part <= 4; part += 1) await letGo();
    expect(await screen.findByText('Brew: 4 of 1,203 failed')).toBeVisible();
    expect(shownToasts()).toMatchObject([{ type: 'error', duration: null }]);
  });
});
