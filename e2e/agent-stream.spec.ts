import type { Page } from '@playwright/test';
import { addAgent, finish, openChat, scriptAnswers, tell } from './support/agents';
import { AT_LENGTH, enter, expect, test } from './support/test';

// Recording would take more time than what is measured.
test.use({ trace: 'off' });

const long = Array.from(
  { length: 110 },
  (_, at) =>
    `## Part ${at}\n\nThe **spend** of _campaign ${at}_ was \`$${at * 13}\`: see [the report](https://reports.invalid/${at}).\n\n- one point\n- another\n  - below it\n\n| Ad | Spend |\n|---|---:|\n| A | ${at} |\n\n\`\`\`sql\nSELECT ${at};\n\`\`\`\n\n`,
)
  .join('')
  .slice(0, 20_000);

for (const [name, slug, text] of [
  ['a 20 kB answer streams', 'fast-talker', long],
  ['10 kB of pathological markdown streams', 'wild-talker', '> - '.repeat(2500)],
] as const)
  // A measure, which a slow machine would fail: on every change agent-chat tries what streams, and not how fast.
  test(`${name} without a task over 50 ms`, AT_LENGTH, async ({ page }) => {
    await enter(page, 'admin');
    const agent = await addAgent(page, slug, { Fork: 'The fork.' });
    await openChat(page, agent);
    await scriptAnswers(page);
    await page.getByRole('textbox', { name: 'Message' }).fill('Go');
    const longest = await longestTask(page, async () => {
      await page.keyboard.press('Enter');
      await tell(page, text.match(/[^]{1,40}/g) ?? [], 2);
      await finish(page);
      await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 30_000 });
      await expect(page.getByText(/^Agent: /)).toBeAttached();
    });
    expect(longest).toBeGreaterThan(1);
    expect(longest).toBeLessThan(50);
  });

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time in microseconds: what else the machine is busy with does not count. */
  tdur?: number;
  args?: { name?: string };
}

/** The processor time in milliseconds of the longest task that `work` gives the page's main thread. */
async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'toplevel,__metadata' });
  await work();
  const collected = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await collected;
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(({ name, pid, tid }) => /RunTask$/.test(name) && main.has(`${pid} ${tid}`));
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
