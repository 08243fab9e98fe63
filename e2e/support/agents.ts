import type { Page } from '@playwright/test';
import { newName } from './test';

/** Calls the service as the page's signed-in user; answers what it answered. */
async function call<Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const answer = await fetch(`/api${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${localStorage.getItem('access_token')}`,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return (answer.status === 204 ? null : await answer.json()) as Answer;
    },
    { method, path, body },
  );
}

export interface TestAgent {
  id: number;
  slug: string;
  displayName: string;
  knowledge: { id: number; name: string }[];
}

/** An agent of one try of a test, with knowledge of its own; the page is signed in as a member of AaasAdmin. */
export async function addAgent(page: Page, name: string, knowledge: Record<string, string>): Promise<TestAgent> {
  const slug = newName(name);
  const items: { id: number; name: string }[] = [];
  for (const [name, content] of Object.entries(knowledge))
    items.push(await call(page, 'POST', '/knowledge', { name, content }));
  const { id } = await call<{ id: number }>(page, 'POST', '/agent-definitions', {
    slug,
    system_prompt: 'You answer from what you know and name your sources.',
    knowledge_ids: items.map((item) => item.id),
  });
  const displayName = slug.replaceAll('-', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return { id, slug, displayName, knowledge: items };
}

/** Opens the chat and chooses the agent. */
export async function openChat(page: Page, agent: Pick<TestAgent, 'slug' | 'displayName'>) {
  await page.goto('/agent-chat');
  await page.getByLabel('Select an Agent:').selectOption(agent.slug);
  await page.getByPlaceholder('Type your message...').waitFor();
}

/**
 * From now on the answers of this page are the test's: each message opens a stream that `tell` writes to. Outlives no
 * reload.
 */
export async function scriptAnswers(page: Page) {
  await page.evaluate(() => {
    const fetched = window.fetch;
    const encoder = new TextEncoder();
    window.fetch = (input, init) => {
      if (!String(input).endsWith('/agents/message')) return fetched(input, init);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const tell = (event: object) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
          Object.assign(window, { tell, hangUp: () => controller.close() });
          tell({ type: 'start' });
          tell({ type: 'new_message', id: Date.now() });
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
    };
  });
}

interface Scripted {
  tell(event: object): void;
  hangUp(): void;
}

/** Goes on with the answer, each text or other event by itself, with so many milliseconds in between. */
export async function tell(page: Page, events: (string | object)[], pause = 0) {
  await page.waitForFunction(() => 'tell' in window);
  await page.evaluate(
    async ({ events, pause }) => {
      for (const event of events) {
        (window as unknown as Scripted).tell(typeof event === 'string' ? { type: 'text', content: event } : event);
        if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
      }
    },
    { events, pause },
  );
}

/** Ends the answer. */
export const finish = (page: Page) =>
  page.evaluate(() => {
    const { tell, hangUp } = window as unknown as Scripted;
    tell({ type: 'done', interrupted: false });
    hangUp();
    // The next answer brings its own.
    Reflect.deleteProperty(window, 'tell');
  });
