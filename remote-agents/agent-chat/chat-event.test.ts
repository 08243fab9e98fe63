import { asChatEvent } from './chat-event';

test('the events of the contract are read as they are', () => {
  for (const event of [
    { type: 'start', message_id: 9 },
    { type: 'new_message', id: 3 },
    { type: 'text', content: 'a' },
    { type: 'tool_call', id: 'c', tool: 'ad_spend', args: { a: 1 } },
    { type: 'tool_result', id: 'c', result: null, is_error: true },
    { type: 'done', interrupted: true },
    { type: 'error', error: 'No' },
  ])
    expect(asChatEvent(event)).toEqual(event);
});

test.each([
  { name: 'ad_spend', arguments: { a: 1 } },
  { function: 'ad_spend', args: { a: 1 } },
  { function: { name: 'ad_spend', arguments: { a: 1 } } },
])('a tool call may also say %j', (said) => {
  const call = { type: 'tool_call', id: 'ad_spend', tool: 'ad_spend', args: { a: 1 } };
  expect(asChatEvent({ type: 'tool_call', ...said })).toEqual(call);
});

test.each([
  null,
  3,
  'text',
  [],
  {},
  { type: 'text' },
  { type: 'text', content: 4 },
  { type: 'tool_call' },
  { type: 'new' },
])('%j is no event and is passed over', (line) => expect(asChatEvent(line)).toBeNull());
