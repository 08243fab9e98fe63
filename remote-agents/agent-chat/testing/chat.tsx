/** The chat screen over a service whose streams the test holds in its hands. */
import { screen, waitFor, within } from '@testing-library/react';
import type { ServerResponse } from 'node:http';
import { startService, type ServiceRequest, type Service } from 'shared-auth/testing';
import { openScreen, user } from 'shared-ui/testing';
import AgentChatScreen from '../agent-chat.screen';

window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

export const AGENTS = [
  { key: 'brand-voice', display_name: 'Brand Voice' },
  { key: 'store-analyst', display_name: 'Store Analyst' },
] as const;
export const AT = '2026-01-05T15:04:00.000Z';

/** An answer that the service is streaming. */
export interface OpenStream {
  asked: ServiceRequest;
  say(...events: object[]): void;
  end(): void;
  closed: Promise<void>;
}

/** The service of the present test, and the streams that it has opened, oldest first. */
export interface ChatService {
  service: Service;
  streams: OpenStream[];
  /** Answers messages with a stream again, after a test has had them refused. */
  streamAnswers(): void;
  /** One of the streams, once it is open. */
  stream(at?: number): Promise<OpenStream>;
}

/** Starts a service before each test of a file, whose sessions are `tab-1`, `tab-2` …, and ends it afterwards. */
export function chatServiceForEachTest(): ChatService {
  const chat: ChatService = {
    service: undefined as unknown as Service,
    streams: [],
    streamAnswers: () =>
      chat.service.on('POST /agents/message', (asked, response) => {
        chat.streams.push(opened(asked, response));
        return undefined;
      }),
    stream: async (at = 0) => {
      await waitFor(() => expect(chat.streams.length).toBeGreaterThan(at));
      const found = chat.streams[at];
      if (!found) throw new Error('There is no such stream');
      return found;
    },
  };
  beforeEach(async () => {
    sessionStorage.clear();
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const service = await startService();
    Object.assign(chat, { service, streams: [] });
    let sessions = 0;
    service.on('GET /agents/list', [200, { items: AGENTS, model_configured: true }]);
    service.on('POST /agents/session/create', () => [200, { tab_id: `tab-${++sessions}` }]);
    service.on('POST /agents/select', ({ body }) => [200, body]);
    chat.streamAnswers();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await chat.service.close();
  });
  return chat;
}

function opened(asked: ServiceRequest, response: ServerResponse): OpenStream {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
  return {
    asked,
    say: (...events) => events.forEach((event) => response.write(`data: ${JSON.stringify(event)}\n\n`)),
    end: () => response.end(),
    closed: new Promise((closed) => response.on('close', () => closed())),
  };
}

/** Draws the screen for somebody in no group. */
export const openChat = () => openScreen(<AgentChatScreen />);

/** Draws the screen and chooses the Store Analyst, whose session is `tab-2`. */
export async function openWithAgent() {
  const drawn = openChat();
  await screen.findByRole('option', { name: 'Store Analyst' });
  await user.selectOptions(selector(), 'Store Analyst');
  await waitFor(() => expect(input()).toHaveAttribute('placeholder', 'Type your message...'));
  return drawn;
}

export const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
export const selector = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Select an Agent:' });
export const list = () => within(screen.getByRole('region', { name: 'Conversation' }));
export const say = (text: string) => user.type(input(), `${text}{Enter}`);
