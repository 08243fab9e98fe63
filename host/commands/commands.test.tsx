import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EverywhereFound } from 'contract/search';
import { GROUPS, type Group } from 'contract/session';
import type { Service } from 'shared-auth/testing';
import { useCommands } from 'shared-ui/commands';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';

let service: Service;
withService((started) => (service = started));

type Found = EverywhereFound['items'][number];
const NORTHWIND: Found = {
  kind: 'company',
  id: 1,
  label: 'Northwind Tea',
  company_id: 1,
  company_name: 'Northwind Tea',
};
const KNOWN: Found = { kind: 'knowledge', id: 9, label: 'Northern harvests', company_id: null, company_name: null };
const VARIANT: Found = {
  kind: 'product_variant',
  id: 12,
  label: 'North Sencha – 100 g',
  company_id: 2,
  company_name: 'Bergamot & Co',
};

const start = async (groups: readonly Group[] = GROUPS, path = '/') => {
  signedInAs(service, userIn(...groups));
  service.on('GET /search', ({ query }) => [
    200,
    { items: [NORTHWIND, VARIANT, KNOWN].filter(({ label }) => label.toLowerCase().includes(query.get('q') ?? '')) },
  ]);
  openConsole(path);
  await screen.findByRole('button', { name: 'Search and commands' });
};
const palette = () => screen.findByRole('dialog', { name: 'Search and commands' });
const openPalette = async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  return palette();
};
const field = () => screen.getByRole('combobox', { name: /^Search for/ });
const offered = (section: string) => {
  const group = screen.queryByRole('group', { name: section });
  return group
    ? within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    : [];
};
const active = () => screen.getByRole('option', { selected: true }).textContent;
const here = () => window.location.pathname + window.location.search;

test.each(['Control', 'Meta'])('%s and K open the palette and put it away, and the focus goes back', async (held) => {
  await start();
  const theme = screen.getByRole('button', { name: /^Switch to/ });
  theme.focus();
  await userEvent.keyboard(`{${held}>}k{/${held}}`);
  await palette();
  expect(field()).toHaveFocus();
  await userEvent.keyboard(`{${held}>}k{/${held}}`);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(theme).toHaveFocus();
});

test('Escape puts it away, and so does a click beside it', async () => {
  await start();
  await userEvent.click(screen.getByRole('button', { name: 'Search and commands' }));
  await palette();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Search and commands' })).toHaveFocus();
  await userEvent.click(await openPalette());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each<[string, Group[], string[]]>([
  ['no group', [], ['Facebook Ads', 'Agent Chat']],
  ['Admin alone', ['Admin'], ['Product Variants', 'Facebook Ads', 'Agent Chat']],
  ['CompanyAdmin alone', ['CompanyAdmin'], ['Company Management', 'Product Variants', 'Facebook Ads', 'Agent Chat']],
])('someone in %s finds every screen that they may open, in their menu or not', async (_, groups, screens) => {
  await start(groups);
  await openPalette();
  // The dashboard is where they are.
  expect(offered('Screens')).toEqual(screens);
});

test('what is typed filters; the arrows choose, Enter leads there', async () => {
  await start();
  await openPalette();
  await userEvent.keyboard('soc');
  expect(await screen.findByText('Nothing found for “soc”.')).toBeVisible();
  await userEvent.clear(field());
  await userEvent.keyboard('P');
  expect(offered('Screens').slice(0, 3)).toEqual(['Company Management', 'Product Variants', 'Post Criteria']);
  expect(active()).toBe('Company Management');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe('Post Criteria');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(here()).toBe('/product-variants');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('main')).toHaveFocus();
});

test('a record leads to its list, of its company, with its details open', async () => {
  await start();
  await openPalette();
  await userEvent.keyboard('sencha');
  const option = await screen.findByRole('option', { name: /North Sencha – 100 g/ });
  expect(option).toHaveTextContent('Product Variant · Bergamot & Co');
  await userEvent.click(option);
  expect(here()).toBe('/product-variants?record=12&company_id=2');
});

test('a company leads to its details, and to its list: on one of those, to that first', async () => {
  await start();
  await openPalette();
  await userEvent.keyboard('northwind');
  await screen.findByRole('option', { name: /Northwind Tea Company/ });
  expect(offered('Companies and records')).toEqual(['Northwind TeaCompany', 'Product Variants of Northwind TeaList']);
  await userEvent.keyboard('{Enter}');
  expect(here()).toBe('/company-management?record=1');
  await openPalette();
  await userEvent.keyboard('posts{Enter}');
  expect(here()).toBe('/social-media-posts');
  await openPalette();
  await userEvent.keyboard('northwind');
  expect(await screen.findByRole('option', { name: /Posts of Northwind Tea/ })).toBeVisible();
});

test('without a screen for it a record is not offered', async () => {
  await start([]);
  await openPalette();
  await userEvent.keyboard('north');
  await screen.findByRole('option', { name: /Northwind Tea/ });
  expect(offered('Companies and records')).toEqual(['Facebook Ads of Northwind TeaList']);
});

test('what was gone to from here comes first, remembered by person', async () => {
  await start();
  await openPalette();
  await userEvent.keyboard('harvest');
  await userEvent.click(await screen.findByRole('option', { name: /Northern harvests/ }));
  await openPalette();
  await userEvent.keyboard('criteria{Enter}');
  await openPalette();
  expect(offered('Recent')).toEqual(['Post CriteriaScreen', 'Northern harvestsKnowledge']);
  expect(offered('Screens')).not.toContain('Post Criteria');
  expect(localStorage.getItem('recent:7')).toContain('/knowledge?record=9');
});

test('a remembered place that is no longer open, or none at all, is not offered', async () => {
  const place = (to: string) => ({ to, label: to, hint: '' });
  localStorage.setItem(
    'recent:7',
    JSON.stringify([place('/knowledge?record=9'), place('//evil.example'), { to: 5 }, place('/agent-chat')]),
  );
  await start(['CompanyAdmin']);
  await openPalette();
  expect(offered('Recent')).toEqual(['/agent-chat']);
});

/** Something that the present screen can do. */
function drawBrewing() {
  const brew = jest.fn();
  function Brewing() {
    useCommands(() => [{ id: 'brew', label: 'Brew tea', key: 'b', run: brew }]);
    return null;
  }
  render(<Brewing />);
  return brew;
}

test('over a dialog nothing of the screen behind it is offered', async () => {
  await start();
  drawBrewing();
  await openPalette();
  expect(offered('On this screen')).toEqual(['Brew teaB']);
  await userEvent.keyboard('{Escape}?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await openPalette();
  expect(offered('On this screen')).toEqual([]);
});

test('Activity, which no menu has, is found by AaasAdmin alone', async () => {
  await start(['AaasAdmin']);
  await openPalette();
  await userEvent.keyboard('activity');
  expect(offered('Screens')).toEqual(['Activity']);
});

test('a search that failed is said, and tried again from here', async () => {
  await start();
  service.on('GET /search', [503, { detail: 'The database is away' }]);
  await openPalette();
  await userEvent.keyboard('north');
  const failure = 'Companies and records could not be searched: The database is away';
  expect(await screen.findByText(failure)).toBeVisible();
  service.on('GET /search', [200, { items: [KNOWN] }]);
  await userEvent.click(within(await palette()).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('option', { name: /Northern harvests/ })).toBeVisible();
  expect(field()).toHaveFocus();
});

test('typing on asks once it has paused, and never chooses what no longer fits', async () => {
  await start();
  await openPalette();
  // Each letter in the same moment, so that on no machine there is a pause between them.
  const type = (...texts: string[]) => texts.forEach((value) => fireEvent.change(field(), { target: { value } }));
  type('n', 'no', 'nor', 'nort', 'north');
  await screen.findByRole('option', { name: /North Sencha/ });
  type('northe', 'norther', 'northern');
  expect(screen.queryByRole('option', { name: /North Sencha/ })).toBeNull();
  expect(screen.getByRole('option', { name: /Northern harvests/ })).toBeVisible();
  expect(await screen.findByText('1 found')).toBeVisible();
  expect(service.requestsTo('GET /search').map(({ query }) => query.get('q'))).toEqual(['north', 'northern']);
});

describe('single keys', () => {
  const shortcuts = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  test('the question mark shows all of them, and so does the menu of the person', async () => {
    await start();
    await userEvent.keyboard('?');
    expect(
      within(await shortcuts())
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(expect.arrayContaining(['Ctrl + K⌘ + K', '/', 'N', 'JK', 'X', 'Shift + X', 'Enter', 'E', '?']));
    await userEvent.keyboard('{Escape}');
    await closed();
    await userEvent.click(screen.getByRole('button', { name: 'ada' }));
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await shortcuts();
    await userEvent.keyboard('{Escape}');
    await closed();
  });

  test('do nothing while somebody types, or a dialog or a menu is open', async () => {
    await start();
    const brew = drawBrewing();
    await userEvent.keyboard('b');
    await waitFor(() => expect(brew).toHaveBeenCalledTimes(1));
    await openPalette();
    await userEvent.keyboard('b?');
    expect(field()).toHaveValue('b?');
    await userEvent.keyboard('{Escape}?');
    await shortcuts();
    await userEvent.keyboard('b');
    await userEvent.keyboard('{Escape}');
    await closed();
    await userEvent.click(screen.getByRole('button', { name: 'ada' }));
    expect(screen.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('b?');
    expect(brew).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('do nothing once they are switched off, but Ctrl and K does; this is remembered by person', async () => {
    await start();
    await userEvent.keyboard('?');
    await userEvent.click(within(await shortcuts()).getByRole('switch', { name: 'Use single keys' }));
    await userEvent.keyboard('{Escape}');
    await closed();
    await userEvent.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(localStorage.getItem('single-keys:7')).toBe('off');
    await openPalette();
    await userEvent.keyboard('shortcuts{Enter}');
    await userEvent.click(within(await shortcuts()).getByRole('switch', { name: 'Use single keys' }));
    expect(localStorage.getItem('single-keys:7')).toBeNull();
  });
});
