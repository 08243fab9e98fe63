import { render, screen } from '@testing-library/react';
import type { ToolCall } from 'contract/agents/agent-chat';
import { ToolCalls } from './tool-calls';

const call = (id: string, status: ToolCall['status']): ToolCall => ({
  id,
  name: 'ad_spend',
  args: {},
  status,
  result: '',
});

test.each([
  ['Using 2 tools', [call('a', 'done'), call('b', 'running')]],
  ['Used 2 tools', [call('a', 'done'), call('b', 'failed')]],
  ['Using 1 tool', [call('a', 'running')]],
  ['Used 1 tool', [call('a', 'done')]],
])('the header reads %p, and is unfolded while any of them runs', (words, calls) => {
  render(<ToolCalls calls={calls} />);
  expect(screen.getByRole('button', { name: new RegExp(`^${words}`) })).toHaveAttribute(
    'aria-expanded',
    String(words.startsWith('Using')),
  );
});
