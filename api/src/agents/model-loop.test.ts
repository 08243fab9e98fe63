import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { jsonSchema, tool } from 'ai';
import { modelOf } from './model';
import { ANSWER_LIMITS, answerTo, type AnswerPart, type Question } from './model-loop';
import { TokenMeter } from './token-meter';
import { eventually } from '../testing/eventually';
import { FINISH, modelOfParts, textPart } from '../testing/model-of-parts';
import { startModelServer, type ModelServer } from '../testing/model-server';

let server: ModelServer;
let configured: Question['model'];
beforeAll(async () => {
  server = await startModelServer('openai-compatible');
  configured = await modelOf({ agents: { endpoint: server.endpoint, tokens: 100 }, agentPaceMs: 0 });
});
afterAll(() => server.close());

const limits = ANSWER_LIMITS;
const TOKENS = 100;
const question = (changes: Partial<Question> = {}): Question => ({
  model: configured,
  system: 'Be of help.',
  messages: [{ role: 'user', content: 'Hello' }],
  tools: {},
  limits,
  meter: new TokenMeter(TOKENS),
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

const textOf = (parts: AnswerPart[]) => parts.flatMap((part) => (part.type === 'text' ? [part.content] : [])).join('');

describe('a model that minds no limit of tokens is cut off', () => {
  const start = { type: 'text-start', id: 'text' } as const;

  it.each<[string, () => Iterable<LanguageModelV3StreamPart>]>([
    [
      'in many small chunks',
      function* () {
        yield start;
        for (;;) yield textPart('words ');
      },
    ],
    ['in one chunk of 3,000,000 characters', () => [start, textPart('words '.repeat(500_000)), FINISH]],
  ])('%s', async (_, written) => {
    const { parts } = await read(question({ model: modelOfParts(written) }));
    expect(textOf(parts)).toHaveLength(TOKENS * 8);
    expect(parts.at(-1)).toEqual({ type: 'end', isWhole: false });
  });

  it('where it only reasons', async () => {
    const model = modelOfParts(function* () {
      yield { type: 'reasoning-start', id: 'reasoning' };
      for (;;) yield { type: 'reasoning-delta', id: 'reasoning', delta: 'Let me see. ' };
    });
    expect((await read(question({ model }))).failure).toMatch(/^The agent reached the limit of an answer/);
  });

  it('where the arguments of a tool never end', async () => {
    const model = modelOfParts(function* () {
      yield textPart('Looking.');
      yield { type: 'tool-input-start', id: 'call', toolName: 'look' };
      for (;;) yield { type: 'tool-input-delta', id: 'call', delta: '[[[[' };
    });
    const { parts } = await read(question({ model }));
    expect(parts.at(-1)).toEqual({ type: 'end', isWhole: false });
  });
});

it('at most 8 tool calls a step run, and the model is told of the rest', async () => {
  let ran = 0;
  const look = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => Promise.resolve((ran += 1)) });
  const calls = Array.from({ length: 40 }, () => ({ name: 'look', args: {} }));
  server.follow({ calls }, { calls: calls.slice(0, 8) }, { says: ['Here.'] });
  const { parts } = await read(question({ tools: { look }, meter: new TokenMeter(4096) }));
  expect(ran).toBe(16);
  const failed = parts.filter((part) => part.type === 'tool_result' && part.isError);
  expect(failed).toHaveLength(32);
  const told = JSON.stringify(server.requests.at(-2)?.messages).match(/Not run: at most 8 calls a step/g);
  expect(told).toHaveLength(32);
  expect(parts.at(-1)).toEqual({ type: 'end', isWhole: true });
});

describe('the reasoning of a model is neither shown nor told to it again', () => {
  it('where it stands in the content, in whatever chunks', async () => {
    const look = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => Promise.resolve('found') });
    const says = ['<thi', 'nk>The person', ' asks </', 'think>\n\nI will', ' look.'];
    server.follow({ says, calls: [{ name: 'look', args: {} }] }, { says: ['<think>Hm</think>', 'Found', ' 2 < 3'] });
    const { parts } = await read(question({ tools: { look } }));
    expect(textOf(parts)).toBe('I will look.Found 2 < 3');
    const said = server.requests.at(-1)?.messages.filter(({ role }) => role === 'assistant');
    expect(said).toMatchObject([{ content: 'I will look.' }]);
  });

  it('where it comes in parts of its own', async () => {
    const model = modelOfParts(() => [
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'The person asks' },
      { type: 'reasoning-end', id: 'r' },
      textPart('Yes.'),
      FINISH,
    ]);
    const { parts } = await read(question({ model }));
    expect(parts).toEqual([{ type: 'step' }, { type: 'text', content: 'Yes.' }, { type: 'end', isWhole: true }]);
  });
});

describe('the tokens of an answer', () => {
  const usageOf = async (script: Parameters<ModelServer['follow']>, changes: Partial<Question> = {}) => {
    const meter = new TokenMeter(TOKENS);
    server.follow(...script);
    await read(question({ meter, ...changes }));
    return meter.usage;
  };
  const look = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => Promise.resolve('found') });
  const calls = [{ name: 'look', args: {} }];

  it('are those of all its steps', async () => {
    const script = [{ says: ['Let me', ' look.'], calls }, { says: ['Here.'] }];
    expect(await usageOf(script, { tools: { look } })).toEqual({ input: 20, output: 3, isEstimated: false });
  });

  it('are estimated where the model does not say', async () => {
    const { input, output, isEstimated } = await usageOf([{ says: ['Sixteen letters!'], usage: false }]);
    expect([output, isEstimated]).toEqual([4, true]);
    expect(input).toBeGreaterThan(10);
  });

  it('are estimated for a step that breaks off', async () => {
    const usage = await usageOf(
      [
        { says: ['Let me'], calls },
        { says: ['Half'], ends: 'cut' },
      ],
      { tools: { look } },
    );
    expect(usage).toMatchObject({ output: 2, isEstimated: true });
    expect(usage.input).toBeGreaterThan(20);
  });

  it('are none where the model could not be asked', async () => {
    expect(await usageOf([{ status: 401 }])).toEqual({ input: 0, output: 0, isEstimated: false });
  });
});

describe('a model that asks to be left alone', () => {
  it.each([
    [429, '3600', /^The model takes no questions for now\. Please try again in 60 minutes, at \d\d:\d\d UTC\.$/],
    [503, '90', /in 90 seconds, at \d\d:\d\d UTC\.$/],
    [429, '172800', /in 48 hours, on \d+ \w+ at \d\d:\d\d UTC\.$/],
    [429, new Date(Date.now() + 600_000).toUTCString(), /in 10 minutes, at \d\d:\d\d UTC\.$/],
  ])('with %i and Retry-After: %s is asked once, and the person is told when', async (status, retryAfter, sentence) => {
    const asked = server.requests.length;
    server.follow({ status, retryAfter });
    expect((await read(question())).failure).toMatch(sentence);
    expect(server.requests).toHaveLength(asked + 1);
  });
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
