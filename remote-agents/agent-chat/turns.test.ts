import type { Message } from './conversation';
import { asMarkdown, turnsOf } from './turns';

const AT = '2026-01-01T10:00:00.000Z';
const said = (key: string, role: Message['role'], content: string): Message => ({
  key,
  role,
  content,
  timestamp: AT,
  status: 'complete',
});
const conversation = [
  said('1', 'user', 'How much?'),
  said('2', 'assistant', 'Let me look.'),
  said('3', 'tool', 'Using tool: ad_spend'),
  said('4', 'assistant', '**$12**'),
  said('5', 'user', 'Thanks'),
  said('6', 'user', 'And yesterday?'),
  { ...said('7', 'assistant', ''), status: 'running' } as const,
];

test('a turn is a message of the person, or all that the agent says and uses until the next', () => {
  expect(
    turnsOf(conversation).map(({ from, messages }) => `${from}: ${messages.map(({ key }) => key).join(' ')}`),
  ).toEqual(['You: 1', 'Agent: 2 3 4', 'You: 5', 'You: 6']);
});

test('as markdown a conversation says who said what, without the tools', () => {
  expect(asMarkdown(conversation.slice(0, 5), 'Ad Analyst')).toBe(
    '**You**\n\nHow much?\n\n---\n\n**Ad Analyst**\n\nLet me look.\n\n**$12**\n\n---\n\n**You**\n\nThanks',
  );
});
