import { once } from 'node:events';
import { eventLines } from './event-stream';

const collect = async (lines: AsyncIterable<unknown>) => {
  const all: string[] = [];
  for await (const line of lines) all.push(String(line));
  return all;
};

it('an event is one data line of JSON, whatever its text', async () => {
  async function* events() {
    yield { type: 'text', content: 'two\nlines\r\n\ndata: x \u2028 🌵' };
  }
  expect(await collect(eventLines(events()))).toEqual([
    'data: {"type":"text","content":"two\\nlines\\r\\n\\ndata: x \u2028 🌵"}\n\n',
  ]);
});

it('a comment keeps the way open as long as nothing is said', async () => {
  let heartbeats = 0;
  let say = () => {};
  const silence = new Promise<void>((resolve) => (say = resolve));
  async function* events() {
    yield 1;
    await silence;
    yield 2;
  }
  const said: string[] = [];
  for await (const line of eventLines(events(), { heartbeat: 5 })) {
    if (String(line).startsWith(': ')) heartbeats += 1;
    else said.push(String(line));
    if (heartbeats === 3) say();
  }
  expect(said).toEqual(['data: 1\n\n', 'data: 2\n\n']);
  expect(heartbeats).toBeGreaterThanOrEqual(3);
});

it('a reader who takes nothing is one event behind at most', async () => {
  let asked = 0;
  async function* events() {
    for (;;) yield (asked += 1);
  }
  const lines = eventLines(events());
  const reader = lines[Symbol.asyncIterator]();
  for (let taken = 1; taken <= 3; taken += 1) {
    await reader.next();
    await new Promise(setImmediate);
    expect(asked).toBeLessThanOrEqual(taken + 1);
  }
  lines.destroy();
});

it('a reader who goes away ends the writer, also between two events', async () => {
  const ended = new Promise<void>((resolve) => {
    async function* events() {
      try {
        for (;;) yield 1;
      } finally {
        resolve();
      }
    }
    const lines = eventLines(events());
    lines.once('data', () => lines.destroy());
  });
  await ended;
});

it('a reader who takes nothing is given up', async () => {
  async function* events() {
    for (;;) yield 1;
  }
  const lines = eventLines(events(), { stalled: 5 });
  const reader = lines[Symbol.asyncIterator]();
  await reader.next();
  const [error] = (await once(lines, 'error')) as [Error];
  expect(error.message).toBe('The reader takes nothing');
});

it('a writer who is silent for longer than that is not', async () => {
  let say = () => {};
  const silence = new Promise<void>((resolve) => (say = resolve));
  async function* events() {
    yield 1;
    await silence;
    yield 2;
  }
  const said: string[] = [];
  let heartbeats = 0;
  for await (const line of eventLines(events(), { stalled: 5, heartbeat: 10 })) {
    said.push(String(line));
    if (String(line).startsWith(': ') && (heartbeats += 1) === 2) say();
  }
  expect(said.at(-1)).toBe('data: 2\n\n');
});
