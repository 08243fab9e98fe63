import { jsonSchema, tool } from 'ai';
import { modelOf } from './model';
import { answerTo, type AnswerPart, type Question } from './model-loop';
import { eventually } from '../testing/eventually';
import { FINISH, modelOfParts, textPart } from '../testing/model-of-parts';
import { startModelServer, type ModelServer } from '../testing/model-server';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer('openai-compatible');
});
afterAll(() => server.close());

const limits = { steps: 6, milliseconds: 60_000, tokens: 100 };
const question = (changes: Partial<Question> = {}): Question => ({
  model: modelOf({ agents: { endpoint: server.endpoint, tokens: 100 }, agentPaceMs: 0 }),
  system: 'Be of help.',
  messages: [{ role: 'user', content: 'Hello' }],
  tools: {},
  limits,
  signal: new AbortController().signal,
  ...changes,
});
const read = async (asked: Question) => {
  const parts: AnswerPart[] = [];
  const failure = await (async () => {
    for await (const part of answerTo(asked)) parts.push(part);
  })().catch((error: Error) => error.message);
  return { parts, failure };
};

it('a model that hangs is given up when the time is over', async () => {
  const left = server.left();
  server.follow({ says: ['Half'], ends: 'hang' });
  const { parts, failure } = await read(question({ limits: { ...limits, milliseconds: 1500 } }));
  expect(parts).toEqual([{ type: 'step' }, { type: 'text', content: 'Half' }]);
  expect(failure).toBe('The agent took too long to answer and was stopped.');
  await eventually(() => server.left() === left + 1);
});

it('a model that never begins is given up likewise', async () => {
  server.follow({ ends: 'hang' });
  const { failure } = await read(question({ limits: { ...limits, milliseconds: 1500 } }));
  expect(failure).toBe('The agent took too long to answer and was stopped.');
});

it('an answer that nobody wants any more ends at once, also while a tool does not', async () => {
  const stop = new AbortController();
  const stuck = tool({
    inputSchema: jsonSchema({ type: 'object' }),
    execute: () => {
      stop.abort();
      return new Promise(() => undefined);
    },
  });
  server.follow({ calls: [{ name: 'stuck', args: {} }] });
  const { parts } = await read(question({ tools: { stuck }, signal: stop.signal }));
  expect(parts.at(-1)).toEqual({ type: 'end', isWhole: false });
});

it('an answer that is not wanted from the start asks no model', async () => {
  const asked = server.requests.length;
  const { parts } = await read(question({ signal: AbortSignal.abort() }));
  expect(parts).toEqual([{ type: 'end', isWhole: false }]);
  expect(server.requests).toHaveLength(asked);
});

it('what a step says before its tools comes before them, and is told to the model in the next step', async () => {
  const look = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => Promise.resolve('found') });
  server.follow({ says: ['Let me', ' look.'], calls: [{ name: 'look', args: {} }] }, { says: ['Here.'] });
  const { parts } = await read(question({ tools: { look } }));
  const id = expect.any(String) as string;
  expect(parts).toEqual([
    { type: 'step' },
    { type: 'text', content: 'Let me' },
    { type: 'text', content: ' look.' },
    { type: 'tool_call', id, tool: 'look', args: {} },
    { type: 'tool_result', id, result: 'found', isError: false },
    { type: 'step' },
    { type: 'text', content: 'Here.' },
    { type: 'end', isWhole: true },
  ]);
  expect(server.requests.at(-1)?.messages).toContainEqual(
    expect.objectContaining({ role: 'assistant', content: 'Let me look.' }),
  );
});

it('a model that minds no limit of tokens is cut off', async () => {
  const endless = function* () {
    yield { type: 'text-start', id: 'text' } as const;
    for (;;) yield textPart('words ');
  };
  const { parts } = await read(question({ model: modelOfParts(endless) }));
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.content] : [])).join('');
  expect(text.length).toBeGreaterThan(limits.tokens * 8);
  expect(text.length).toBeLessThan(limits.tokens * 8 + 10);
  expect(parts.at(-1)).toEqual({ type: 'end', isWhole: false });
});

it('an answer without a word is no answer', async () => {
  expect(await read(question({ model: modelOfParts(() => [FINISH]) }))).toMatchObject({
    failure: 'The agent gave no answer. Please try again.',
  });
});

describe('the words of a model', () => {
  it('are asked for at the pace of the reader', async () => {
    let written = 0;
    const model = modelOfParts(function* () {
      for (; written < 1000; written += 1) yield textPart('word ');
      yield FINISH;
    });
    const parts = answerTo(question({ model }));
    for (let at = 0; at < 10; at += 1) await parts.next();
    await new Promise(setImmediate);
    expect(written).toBeLessThanOrEqual(12);
    await parts.return(undefined);
  });

  it('go on behind what stands between them', async () => {
    const model = modelOfParts(() => [
      textPart('Before'),
      { type: 'source', sourceType: 'url', id: 'x', url: 'https://source.example' },
      textPart(' and'),
      textPart(' after'),
      FINISH,
    ]);
    const { parts } = await read(question({ model }));
    expect(parts.flatMap((part) => (part.type === 'text' ? part.content : []))).toEqual(['Before', ' and', ' after']);
    expect(parts.at(-1)).toEqual({ type: 'end', isWhole: true });
  });
});
