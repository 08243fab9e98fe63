/** A language model's server on this machine that speaks one of the two wire formats and follows a script. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelEndpoint } from '../start/config';

/** A turn of the model. */
export interface Turn {
  /** An error instead of an answer. */
  status?: number;
  /** With that error: how long it asks to be left alone. */
  retryAfter?: string;
  /** Its text, a piece at a time. */
  says?: string[];
  /** The tools it then calls. */
  calls?: { name: string; args: unknown }[];
  /** How it ends: in order, at its limit of tokens, by a broken line, or not at all. */
  ends?: 'length' | 'cut' | 'hang';
  /** False for one that does not count its tokens. */
  usage?: boolean;
}

/** A request as the server got it; both formats have these fields. */
export interface ModelRequest {
  model: string;
  messages: { role: string; content: unknown }[];
  system?: unknown;
  max_tokens?: number;
  tools?: unknown[];
  tool_choice?: unknown;
}

export interface ModelServer {
  endpoint: ModelEndpoint;
  requests: ModelRequest[];
  headers: IncomingMessage['headers'][];
  /** How many answers were broken off by the reader. */
  left(): number;
  /** Its turns from now on; when the script is over, the last one again. */
  follow(...script: Turn[]): void;
  close(): Promise<void>;
}

export async function startModelServer(kind: ModelEndpoint['kind']): Promise<ModelServer> {
  let script: Turn[] = [];
  let left = 0;
  const requests: ModelRequest[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push(JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest);
    headers.push(request.headers);
    const turn = (script.length > 1 ? script.shift() : script[0]) ?? {};
    response.on('close', () => {
      if (!response.writableFinished && turn.ends !== 'cut') left += 1;
    });
    await (kind === 'anthropic' ? anthropic : openAi)(response, turn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: { kind, baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'key-of-the-model', model: 'scripted' },
    requests,
    headers,
    left: () => left,
    follow(...turns) {
      script = turns;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Send = (data: object | string, event?: string) => void;

async function play(
  response: ServerResponse,
  { status, retryAfter, ends }: Turn,
  write: (send: Send) => void,
  finish: (send: Send) => void,
) {
  if (status !== undefined) {
    const wait = retryAfter === undefined ? { 'retry-after-ms': '1' } : { 'retry-after': retryAfter };
    response.writeHead(status, { 'content-type': 'application/json', ...wait });
    response.end(JSON.stringify({ error: { type: 'error', message: 'secret internals of the model' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send: Send = (data, event) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  };
  write(send);
  if (ends === 'hang') return;
  if (ends === 'cut') {
    // After what was written has left.
    response.write('', () => response.destroy());
    return;
  }
  finish(send);
  response.end();
}

const openAi = (response: ServerResponse, turn: Turn) => {
  const { says = [], calls = [], ends, usage: counts = true } = turn;
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: 'x',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason }],
  });
  const reason = calls.length ? 'tool_calls' : ends === 'length' ? 'length' : 'stop';
  return play(
    response,
    turn,
    (send) => {
      for (const content of says) send(chunk({ role: 'assistant', content }));
      calls.forEach(({ name, args }, index) => {
        // The arguments come in two pieces, as a model writes them.
        const text = JSON.stringify(args);
        const call = { index, id: `call-${Math.random()}`, type: 'function' };
        send(chunk({ tool_calls: [{ ...call, function: { name, arguments: text.slice(0, 5) } }] }));
        send(chunk({ tool_calls: [{ index, function: { arguments: text.slice(5) } }] }));
      });
    },
    (send) => {
      send(chunk({}, reason));
      const usage = { prompt_tokens: 10, completion_tokens: says.length, total_tokens: 10 + says.length };
      if (counts) send({ ...chunk({}), choices: [], usage });
      send('[DONE]');
    },
  );
};

const anthropic = (response: ServerResponse, turn: Turn) => {
  const { says = [], calls = [], ends } = turn;
  const reason = calls.length ? 'tool_use' : ends === 'length' ? 'max_tokens' : 'end_turn';
  const message = { id: 'x', type: 'message', role: 'assistant', model: 'scripted', content: [], stop_reason: null };
  return play(
    response,
    turn,
    (send) => {
      const named = (type: string, data: object) => send({ type, ...data }, type);
      named('message_start', { message: { ...message, usage: { input_tokens: 10, output_tokens: 0 } } });
      let index = 0;
      if (says.length) {
        named('content_block_start', { index, content_block: { type: 'text', text: '' } });
        for (const text of says) named('content_block_delta', { index, delta: { type: 'text_delta', text } });
        named('content_block_stop', { index });
        index += 1;
      }
      for (const { name, args } of calls) {
        const block = { type: 'tool_use', id: `call-${Math.random()}`, name, input: {} };
        named('content_block_start', { index, content_block: block });
        const delta = { type: 'input_json_delta', partial_json: JSON.stringify(args) };
        named('content_block_delta', { index, delta });
        named('content_block_stop', { index });
        index += 1;
      }
    },
    (send) => {
      const delta = { stop_reason: reason, stop_sequence: null };
      send({ type: 'message_delta', delta, usage: { output_tokens: says.length } }, 'message_delta');
      send({ type: 'message_stop' }, 'message_stop');
    },
  );
};
