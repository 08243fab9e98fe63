import { modelMessages } from './history';

const user = (content: string) => ({ role: 'user' as const, content, tool_calls: [] });
const assistant = (content: string, tool_calls: Parameters<typeof modelMessages>[0][number]['tool_calls'] = []) => ({
  role: 'assistant' as const,
  content,
  tool_calls,
});
const call = { id: 'c', name: 'search_knowledge', args: { query: 'x' } };

it('tells a model what was said and what its tools found', () => {
  const done = { ...call, status: 'done' as const, result: { items: [] } };
  const shown = { role: 'tool' as const, content: 'Using tool: search_knowledge', tool_calls: [] };
  expect(modelMessages([user('q'), assistant('', [done]), shown, assistant('a'), user('r')])).toEqual([
    { role: 'user', content: 'q' },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'search_knowledge', input: { query: 'x' } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'search_knowledge',
          output: { type: 'json', value: { items: [] } },
        },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
    { role: 'user', content: 'r' },
  ]);
});

it.each([
  [{ ...call, status: 'failed' as const, result: 'No.' }, 'No.'],
  [{ ...call, status: 'running' as const, result: null }, 'The call was interrupted.'],
])('gives a call that found nothing the result of a failure', (failed, value) => {
  expect(modelMessages([user('q'), assistant('', [failed])]).at(-1)).toMatchObject({
    role: 'tool',
    content: [{ output: { type: 'error-text', value } }],
  });
});

it('leaves out empty answers, and what a person did not begin', () => {
  expect(modelMessages([assistant('cut off at the front'), user('q'), assistant('')])).toEqual([
    { role: 'user', content: 'q' },
  ]);
});

it('keeps the newest exchanges that fit, and the last one always', () => {
  const history = [user('a'.repeat(50)), assistant('b'), user('c'.repeat(50)), assistant('d'), user('e'.repeat(200))];
  expect(modelMessages(history, 100).map(({ content }) => content)).toEqual(['e'.repeat(200)]);
  expect(modelMessages(history, 270).map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
});
