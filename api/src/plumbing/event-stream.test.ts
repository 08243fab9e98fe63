import { eventLines } from './event-stream';

const collect = async (lines: AsyncIterable<string>) => {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
};
const never = { onStall: () => undefined };

it('an event is one data line of JSON, whatever its text', async () => {
  async function* events() {
    yield { type: 'text', content: 'two\nlines\r\n\ndata: x \u2028 🌵' };
  }
  expect(await collect(eventLines(events(), never))).toEqual([
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
  for await (const line of eventLines(events(), { ...never, heartbeat: 5 })) {
    if (line.startsWith(': ')) heartbeats += 1;
    else said.push(line);
    if (heartbeats === 3) say();
  }
  expect(said).toEqual(['data: 1\n\n', 'data: 2\n\n']);
  expect(heartbeats).toBeGreaterThanOrEqual(3);
});

it('no event is asked for before the reader has taken the last one', async () => {
  let asked = 0;
  async function* events() {
    for (;;) yield (asked += 1);
  }
  const lines = eventLines(events(), never);
  await lines.next();
  await lines.next();
  expect(asked).toBe(2);
  await lines.return(undefined);
});

it('a reader who goes away ends the writer, also between two events', async () => {
  let hasEnded = false;
  async function* events() {
    try {
      for (;;) yield 1;
    } finally {
      hasEnded = true;
    }
  }
  const lines = eventLines(events(), never);
  await lines.next();
  await lines.return(undefined);
  expect(hasEnded).toBe(true);
});

it('a reader who takes nothing is given up', async () => {
  const stalled = new Promise<void>((resolve) => {
    async function* events() {
      yield 1;
    }
    void eventLines(events(), { onStall: resolve, stalled: 5 }).next();
  });
  await stalled;
});
