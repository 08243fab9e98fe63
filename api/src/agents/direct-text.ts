/**
 * A model's words by the shortest way. Inside the SDK's loop each word passes a dozen web streams, which costs more than
 * everything else that an answer does. So the loop only hears that a text begins; whoever reads the answer takes its words
 * from the model itself, at its own pace, and the loop gets the text in one piece when it is over.
 */
import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { wrapLanguageModel } from 'ai';
import type { TokenMeter } from './token-meter';

/** A model for the loop of one answer, and its words. */
export interface DirectText {
  readonly model: LanguageModelV3;
  /** The words of the text that the loop has just announced with `text-start`, as the model writes them. */
  words(id: string): AsyncGenerator<string, void>;
}

type Part = IteratorResult<LanguageModelV3StreamPart, void>;

interface Text {
  readonly parts: AsyncIterator<LanguageModelV3StreamPart, void>;
  readonly first: string;
  over(whole: string, next: Part): void;
}

/** Gives a model's words, as the meter lets them come, a way of their own. */
export function withDirectText(model: LanguageModelV3, meter: TokenMeter): DirectText {
  const begun = new Map<string, Text>();
  let texts = 0;

  async function* announced(parts: Text['parts']) {
    let part = await parts.next();
    while (!part.done) {
      const { type } = part.value;
      if (type === 'text-delta') {
        const first = part.value.delta;
        const id = `text-${(texts += 1)}`;
        const over = new Promise<[string, Part]>((resolve) =>
          begun.set(id, { parts, first, over: (...said) => resolve(said) }),
        );
        yield { type: 'text-start' as const, id };
        const [delta, next] = await over;
        yield { type: 'text-delta' as const, id, delta };
        yield { type: 'text-end' as const, id };
        part = next;
      } else {
        // Where a text begins and ends is said above.
        if (type !== 'text-start' && type !== 'text-end') yield part.value;
        part = await parts.next();
      }
    }
  }

  return {
    model: wrapLanguageModel({
      model,
      middleware: {
        specificationVersion: 'v3',
        wrapStream: async ({ doStream, params }) => {
          const { stream, ...rest } = await doStream();
          return { ...rest, stream: ReadableStream.from(announced(meter.parts(stream, params))) };
        },
      },
    }),
    async *words(id) {
      const text = begun.get(id);
      if (!text) return;
      begun.delete(id);
      let whole = text.first;
      let next: Part = { done: true, value: undefined };
      try {
        yield text.first;
        for (;;) {
          const part = await text.parts.next();
          if (part.done || part.value.type !== 'text-delta') {
            next = part;
            return;
          }
          whole += part.value.delta;
          yield part.value.delta;
        }
      } finally {
        // When it broke off, or its reader has left, there is nothing after it.
        text.over(whole, next);
      }
    },
  };
}
