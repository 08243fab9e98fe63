/** Actions of a person on a screen, and what they see. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

export const user = userEvent.setup();

/** Opens a row's menu by the row's name and chooses an entry. */
export async function choose(name: string, entry: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(screen.getByRole('menuitem', { name: entry }));
}

/** Chooses the company in a field or filter. */
export async function chooseCompany(name: string, within_ = screen as Pick<typeof screen, 'getByRole'>) {
  await user.click(within_.getByRole('combobox', { name: /Company/ }));
  await user.click(await screen.findByRole('option', { name }));
}

/** Ticks rows by their names. */
export async function select(...names: string[]) {
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
}

/** Says yes to the question that is asked, by the words on its button. */
export const confirm = async (name = 'Confirm') => user.click(await screen.findByRole('button', { name }));

/** Contents of an open dialog. */
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** The colours of the badges of a row, by a part of its text. */
export const badgeTones = async (row: string) =>
  [...(await screen.findByRole('row', { name: new RegExp(row) })).querySelectorAll('.c-badge')].map(
    ({ className }) => className.split('--')[1],
  );

/** The headers of the table, without those of checkboxes and menus. */
export const columnTitles = () =>
  screen
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent)
    .filter((title) => title !== '' && title !== 'Actions');

/** The entries of the bulk bar, the ones behind 'More Actions' among them. */
export async function bulkLabels(): Promise<(string | null)[]> {
  const group = screen.getByRole('group', { name: 'Bulk actions' });
  const buttons = [...group.querySelectorAll('button')].map(({ textContent }) => textContent);
  if (!buttons.includes('More Actions')) return buttons;
  await user.click(screen.getByRole('button', { name: 'More Actions' }));
  const more = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  await user.keyboard('{Escape}');
  return [...buttons.filter((label) => label !== 'More Actions'), ...more];
}

/** Runs a bulk action, wherever in the bar it stands. */
export async function runBulk(label: string) {
  const direct = screen.queryByRole('button', { name: label });
  if (direct) return user.click(direct);
  await user.click(screen.getByRole('button', { name: 'More Actions' }));
  await user.click(screen.getByRole('menuitem', { name: label }));
}
