/**
 * The model for a console with none configured: it needs no network. It reads questions by a grammar (`built-in/`), calls
 * the same tools in the same loop as any model, and answers with what they returned, word by word.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3FinishReason,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import { nextOf } from './built-in/answer';

/** A table's row comes at once, everything else word by word. */
const PIECES = /\s*\|[^\n]*\|\n?|\s*\S+\s*/g;

/** A model that says nothing but what its tools have returned. */
export class OfflineModel implements LanguageModelV3 {
  readonly specificationVersion = 'v3';
  readonly provider = 'offline';
  readonly modelId = 'built-in';
  readonly supportedUrls = {};

  /** @param pace the pause before each word, in milliseconds: 25 is about the pace of a person reading fast */
  constructor(private readonly pace: number) {}

  doGenerate(): Promise<LanguageModelV3GenerateResult> {
    return Promise.reject(new Error('The offline model only streams'));
  }

  async doStream(options: LanguageModelV3CallOptions) {
    return { stream: ReadableStream.from(this.parts(options)) };
  }

  private async *parts(options: LanguageModelV3CallOptions): AsyncGenerator<LanguageModelV3StreamPart, void> {
    const { prompt, abortSignal, maxOutputTokens = Infinity } = options;
    yield { type: 'stream-start', warnings: [] };
    const mayCall = options.toolChoice?.type !== 'none';
    const next = nextOf(prompt, new Set(mayCall ? options.tools?.map(({ name }) => name) : []));
    if ('tool' in next) {
      const input = JSON.stringify(next.args);
      yield { type: 'tool-call', toolCallId: randomUUID(), toolName: next.tool, input };
      yield finish('tool-calls', 1);
      return;
    }
    const pieces = next.says.match(PIECES) ?? [];
    yield { type: 'text-start', id: 'answer' };
    for (const piece of pieces.slice(0, maxOutputTokens)) {
      await wait(this.pace, undefined, { signal: abortSignal });
      yield { type: 'text-delta', id: 'answer', delta: piece };
    }
    yield { type: 'text-end', id: 'answer' };
    yield finish(pieces.length > maxOutputTokens ? 'length' : 'stop', Math.min(pieces.length, maxOutputTokens));
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
