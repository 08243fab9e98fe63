/** The agent chat as a person reads it: over a real connection, an event at a time. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ChatEvent } from 'contract/agents/agent-chat';
import type { Person } from './console';

/** An answer that is being read. */
export interface Reading {
  readonly status: number;
  readonly headers: Headers;
  /** The next event, or null at the end of the stream. */
  next(): Promise<ChatEvent | null>;
  /** The events up to the first of this type, and that one; else up to the end. */
  upTo(type?: ChatEvent['type']): Promise<ChatEvent[]>;
  /** Goes away, as a closed browser tab does. */
  leave(): void;
}

/** The events in an answer that was read as a whole. */
export const eventsIn = (text: string): ChatEvent[] =>
  text
    .split('\n\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as ChatEvent);

/** Sends a message to a service that listens, and reads the answer as it comes. */
export async function sendMessage(
  app: FastifyInstance,
  { access }: Person,
  body: { tab_id: string; message: string },
): Promise<Reading> {
  const { port } = app.server.address() as AddressInfo;
  const connection = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/agents/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: connection.signal,
  });
  const events = eventsOf(response);
  const next = async () => {
    const { value } = await events.next();
    return value ?? null;
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    async upTo(type) {
      const read: ChatEvent[] = [];
      for (let event = await next(); event; event = await next()) {
        read.push(event);
        if (event.type === type) break;
      }
      return read;
    },
    leave: () => connection.abort(),
  };
}

async function* eventsOf({ body }: Response): AsyncGenerator<ChatEvent, null> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body ?? []) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
    rest = lines.pop() ?? '';
    yield* eventsIn(lines.join('\n\n'));
  }
  return null;
}

/** A person's new conversation with an agent, by its slug; returns its tab id. */
export async function beginConversation(person: Person, agent: string): Promise<string> {
  const { tab_id } = (await person.post<{ tab_id: string }>('/agents/session/create')).body;
  await person.post('/agents/select', { agent, tab_id });
  return tab_id;
}
