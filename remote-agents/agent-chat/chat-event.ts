import type { ChatEvent } from 'contract/agents/agent-chat';

/**
 * Reads one line of the stream as an event; any other text, or an event of a kind that is not known yet, is null and passed over,
 * so that a newer service does not break an open page.
 */
export function asChatEvent(line: unknown): ChatEvent | null {
  if (typeof line !== 'object' || line === null) return null;
  const event = line as Readonly<Record<string, unknown>>;
  const id = typeof event.id === 'string' || typeof event.id === 'number' ? event.id : undefined;
  switch (event.type) {
    case 'start':
      return { type: 'start', message_id: typeof event.message_id === 'number' ? event.message_id : Number.NaN };
    case 'new_message':
      return { type: 'new_message', id: typeof id === 'number' ? id : Number.NaN };
    case 'text':
      return typeof event.content === 'string' ? { type: 'text', content: event.content } : null;
    case 'tool_call': {
      const called = event.function as { name?: unknown; arguments?: unknown } | string | null | undefined;
      const nested = typeof called === 'object' ? called : { name: called };
      const tool = event.tool ?? event.name ?? nested?.name;
      if (typeof tool !== 'string') return null;
      const args = event.args ?? event.arguments ?? nested?.arguments ?? {};
      return { type: 'tool_call', id: String(id ?? tool), tool, args };
    }
    case 'tool_result':
      if (id === undefined) return null;
      return { type: 'tool_result', id: String(id), result: event.result, is_error: event.is_error === true };
    case 'done':
      return { type: 'done', interrupted: event.interrupted === true };
    case 'error':
      return { type: 'error', error: typeof event.error === 'string' ? event.error : 'The answer failed.' };
    default:
      return null;
  }
}
