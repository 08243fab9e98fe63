import { addAgent, finish, openChat, scriptAnswers, tell } from './support/agents';
import { testOfArea } from './support/area';
import { enter, expect, menuEntry } from './support/test';

const test = testOfArea('agents');

test('the area is taken away in mid-chat: the chat goes on, its other screens say so, and Retry brings them back', async ({
  page,
  area,
}) => {
  await enter(page, 'admin');
  const agent = await addAgent(page, 'area-guest', { Ladle: 'The ladle.' });
  await openChat(page, agent);
  await scriptAnswers(page);
  await page.getByRole('textbox', { name: 'Message' }).fill('Go on');
  await page.keyboard.press('Enter');
  await tell(page, ['The **first** half ']);
  await expect(page.getByText('first', { exact: true })).toBeVisible();

  area.deployed = false;
  await tell(page, ['and the `second`.']);
  await finish(page);
  await expect(page.getByText('second', { exact: true })).toBeVisible();
  await expect(page.getByText('Agent: The first half and the second.')).toBeAttached();

  await menuEntry(page, 'Knowledge').click();
  await expect(page.getByText('The Agents area could not be shown')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await menuEntry(page, 'Agent Chat').click();
  await expect(page.getByLabel('Select an Agent:')).toHaveValue(agent.slug);

  area.deployed = true;
  await menuEntry(page, 'Knowledge').click();
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry.or(page.getByRole('table'))).toBeVisible();
  if (await retry.isVisible()) await retry.click();
  await expect(page.getByRole('table')).toBeVisible();
});
