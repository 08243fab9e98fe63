/** A language model inside the process, for tests that decide when it writes what. */
import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';

type Parts = Iterable<LanguageModelV3StreamPart> | AsyncIterable<LanguageModelV3StreamPart>;

/** A model whose every answer consists of these parts. */
export const modelOfParts = (parts: () => Parts): LanguageModelV3 => ({
  specificationVersion: 'v3',
  provider: 'test',
  modelId: 'parts',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('It only streams')),
  doStream: () => Promise.resolve({ stream: ReadableStream.from(parts()) }),
});

/** A word of an answer's one text. */
export const textPart = (delta: string): LanguageModelV3StreamPart => ({ type: 'text-delta', id: 'text', delta });

/** The end of an answer. */
export const FINISH: LanguageModelV3StreamPart = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
};
