/**
 * The model for a console with none configured: it needs no network. It searches the agent's knowledge by the same tool
 * and in the same loop as any model, and answers with what it found and where.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3FinishReason,
  LanguageModelV3GenerateResult,
  LanguageModelV3Message,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider';

const SEARCH = 'search_knowledge';
/** The pause before each word, in milliseconds: about the pace of a person reading fast. */
const PACE_MS = 25;
const MOST_PASSAGES = 2;
const NOTE =
  '*No language model is configured, so this answer is put together from what the search in this agent’s knowledge found.*';

interface Found {
  name: string;
  content: string;
}

/** A model that answers from `search_knowledge` alone, word by word. */
export class OfflineModel implements LanguageModelV3 {
  readonly specificationVersion = 'v3';
  readonly provider = 'offline';
  readonly modelId = 'knowledge-search';
  readonly supportedUrls = {};

  constructor(private readonly pace = PACE_MS) {}

  doGenerate(): Promise<LanguageModelV3GenerateResult> {
    return Promise.reject(new Error('The offline model only streams'));
  }

  async doStream(options: LanguageModelV3CallOptions) {
    return { stream: ReadableStream.from(this.parts(options)) };
  }

  private async *parts(options: LanguageModelV3CallOptions): AsyncGenerator<LanguageModelV3StreamPart, void> {
    const { prompt, abortSignal, maxOutputTokens = Infinity } = options;
    yield { type: 'stream-start', warnings: [] };
    const last = prompt.at(-1);
    const canSearch = options.tools?.some(({ name }) => name === SEARCH) && options.toolChoice?.type !== 'none';
    if (last?.role === 'user' && canSearch) {
      const input = JSON.stringify({ query: textOf(last).slice(0, 1000) });
      yield { type: 'tool-call', toolCallId: randomUUID(), toolName: SEARCH, input };
      yield finish('tool-calls', 1);
      return;
    }
    const words = answerFrom(last).match(/\s*\S+\s*/g) ?? [];
    yield { type: 'text-start', id: 'answer' };
    for (const word of words.slice(0, maxOutputTokens)) {
      await wait(this.pace, undefined, { signal: abortSignal });
      yield { type: 'text-delta', id: 'answer', delta: word };
    }
    yield { type: 'text-end', id: 'answer' };
    yield finish(words.length > maxOutputTokens ? 'length' : 'stop', Math.min(words.length, maxOutputTokens));
  }
}

const finish = (unified: LanguageModelV3FinishReason['unified'], words: number): LanguageModelV3StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: undefined },
  usage: {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: words, text: words, reasoning: undefined },
  },
});

const textOf = ({ content }: LanguageModelV3Message): string =>
  typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

/** The answer that a search's result makes; `last` is the prompt's last message. */
function answerFrom(last: LanguageModelV3Message | undefined): string {
  const result = last?.role === 'tool' ? last.content.find((part) => part.type === 'tool-result') : undefined;
  if (result?.type !== 'tool-result')
    return `I can only search this agent’s knowledge, and could not do so now.\n\n${NOTE}`;
  if (result.output.type !== 'json') return `The search in this agent’s knowledge failed. Please try again.\n\n${NOTE}`;
  const { items } = result.output.value as unknown as { items: Found[] };
  if (!items.length)
    return `I found nothing about this in this agent’s knowledge. Please ask in other words, or about something else.\n\n${NOTE}`;
  const passages = items.slice(0, MOST_PASSAGES);
  const sources = [...new Set(passages.map(({ name }) => `**${name}**`))].join(', ');
  return `${passages.map(({ content }) => content).join('\n\n')}\n\nSource${sources.includes(', ') ? 's' : ''}: ${sources}\n\n${NOTE}`;
}
