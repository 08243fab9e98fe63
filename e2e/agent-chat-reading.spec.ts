import { addAgent, finish, openChat, scriptAnswers, tell } from './support/agents';
import { enter, expect, expectAccessible, test } from './support/test';

test('what the reader unfolds in the list stays under the pointer, and new text does not move it', async ({ page }) => {
  // So high that all of it has room while the tool is folded, and not when it is unfolded.
  await page.setViewportSize({ width: 1280, height: 1200 });
  await enter(page, 'admin');
  const agent = await addAgent(page, 'long-finder', { Fork: 'The fork.' });
  await openChat(page, agent);
  await scriptAnswers(page);
  await page.getByRole('textbox', { name: 'Message' }).fill('What is there?');
  await page.keyboard.press('Enter');
  const items = Array.from({ length: 90 }, (_, at) => `Found thing number ${at}`);
  await tell(page, [
    { type: 'tool_call', id: 'c', tool: 'find_ads', args: {} },
    { type: 'tool_result', id: 'c', result: { items }, is_error: false },
    'Many things.\n\n'.repeat(7),
  ]);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const header = conversation.getByRole('button', { name: 'Used 1 tool' });
  await header.click();
  await conversation.getByRole('button', { name: 'Show all' }).click();
  await expect(conversation.getByText('Found thing number 89')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await tell(page, [' And more.']);
  await expect(conversation.getByText('And more.')).toBeAttached();
  await expect(header).toBeInViewport();
  await header.click();
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden();
  await finish(page);
});

test('the list follows new text while the reader is at its end; else it stays and offers to jump', async ({ page }) => {
  await enter(page, 'admin');
  const agent = await addAgent(page, 'long-talker', { Spoon: 'The spoon.' });
  await openChat(page, agent);
  await scriptAnswers(page);
  await page.getByRole('textbox', { name: 'Message' }).fill('Talk');
  await page.keyboard.press('Enter');
  const paragraphs = (from: number) => Array.from({ length: 40 }, (_, at) => `Paragraph ${from + at} of it.\n\n`);
  await tell(page, paragraphs(0), 5);
  const frame = page.getByRole('region', { name: 'Conversation' });
  await expect(frame.getByText('Paragraph 39 of')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden();

  await frame.hover();
  await page.mouse.wheel(0, -400);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await expectAccessible(page);
  const place = () => frame.evaluate((element) => element.scrollTop);
  const before = await place();
  await tell(page, paragraphs(40), 5);
  await expect(frame.getByText('Paragraph 79 of')).toBeAttached();
  expect(await place()).toBe(before);

  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(frame.getByText('Paragraph 79 of')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden();
  await tell(page, paragraphs(80), 5);
  await expect(frame.getByText('Paragraph 119 of')).toBeInViewport();
  await finish(page);
  await expect(page.getByText(/^Agent: Paragraph 0 of it\. Paragraph 1/)).toBeAttached();
});

test('a phone gives most of its height to what is read; the input is one line until it is used', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'staff');
  await page.goto('/agent-chat');
  await expect(page.getByText(/^No messages yet/)).toBeVisible();
  const share = async () => {
    const { height } = (await page.getByRole('region', { name: 'Conversation' }).boundingBox()) ?? { height: 0 };
    return height / (page.viewportSize()?.height ?? 1);
  };
  const send = page.getByRole('button', { name: 'Send' });
  const input = page.getByRole('textbox', { name: 'Message' });
  await expect(page.getByText('No language model is configured: a built-in one answers.')).toBeInViewport({ ratio: 1 });
  for (const name of ['New Conversation', 'More actions'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Select an Agent:')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Press Enter to send')).toBeHidden();
  await expect.poll(share).toBeGreaterThan(0.68);
  const place = await send.boundingBox();
  await input.focus();
  await expect(page.getByText('Press Enter to send, Shift+Enter for new line.')).toBeInViewport({ ratio: 1 });
  await expect.poll(share).toBeGreaterThan(0.6);
  expect(await send.boundingBox()).toEqual(place);
  // The room left beside a keyboard.
  await page.setViewportSize({ width: 390, height: 600 });
  await expect.poll(share).toBeGreaterThan(0.5);
  await expect(send).toBeInViewport({ ratio: 1 });
  // A small phone has all of it too, and nothing beside it.
  await page.setViewportSize({ width: 320, height: 568 });
  await input.blur();
  await expect(page.getByRole('button', { name: 'More actions' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'New Conversation' })).toBeInViewport({ ratio: 1 });
  const title = await page.getByRole('heading', { name: 'Agent Chat' }).boundingBox();
  const start = await page.getByRole('button', { name: 'New Conversation' }).boundingBox();
  const wanted = await page.getByRole('heading', { name: 'Agent Chat' }).evaluate((heading) => heading.scrollWidth);
  expect((title?.x ?? 0) + wanted).toBeLessThanOrEqual(start?.x ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
