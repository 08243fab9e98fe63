/** The tokens of one answer: counts them, ends the answer at their limit, and keeps its reasoning to itself. */
import type { LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { withoutReasoning } from './without-reasoning';

/** The tokens of an answer, of all its steps together. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  /** The model did not say how many they were: they are counted from the characters. */
  readonly isEstimated: boolean;
}

type Part = LanguageModelV3StreamPart;
type Reported = Extract<Part, { type: 'finish' }>['usage'];

/** Over a whole answer no token is longer, in characters: what a model writes beyond is past its limit of tokens. */
const LONGEST_TOKEN = 8;
/** About so many characters are a token, where the model does not say. */
const USUAL_TOKEN = 4;

/** Counts the tokens of one answer. */
export class TokenMeter {
  private settled = { input: 0, output: 0 };
  private isEstimated = false;
  /** The step that is under way, until the model has said what it took. */
  private step: { asked: LanguageModelV3CallOptions; characters: number } | null = null;
  private characters = 0;

  /** @param tokens the most tokens of output that the answer may have */
  constructor(readonly tokens: number) {}

  /** The tokens so far; of a step that is broken off they are estimated. */
  get usage(): Usage {
    const { input, output } = this.counted();
    return { input, output, isEstimated: this.isEstimated || this.step !== null };
  }

  /** How many tokens of output are left. */
  get left(): number {
    return this.tokens - this.counted().output;
  }

  /**
   * The parts of a step, as far as the limit lets them come; the text without reasoning. What the model writes, shown or
   * not, counts: text, reasoning, and arguments of tools.
   */
  async *parts(stream: ReadableStream<Part>, asked: LanguageModelV3CallOptions): AsyncGenerator<Part, void> {
    const step = { asked, characters: 0 };
    this.step = step;
    const filter = withoutReasoning();
    let id = '';
    const most = this.tokens * LONGEST_TOKEN;
    for await (const part of stream) {
      if ('delta' in part) {
        const delta = part.delta.slice(0, most - this.characters);
        step.characters += delta.length;
        this.characters += delta.length;
        if (part.type === 'text-delta') {
          id = part.id;
          yield { ...part, delta: filter(delta) };
        } else yield { ...part, delta };
        if (delta.length === part.delta.length) continue;
      }
      const held = filter();
      if (held) yield { type: 'text-delta', id, delta: held };
      if ('delta' in part) {
        this.settle(null);
        return yield CUT;
      }
      if (part.type === 'finish') this.settle(part.usage);
      yield part;
    }
  }

  private counted() {
    const { settled, step } = this;
    if (!step) return settled;
    return {
      input: settled.input + estimate(JSON.stringify([step.asked.prompt, step.asked.tools]).length),
      output: settled.output + estimate(step.characters),
    };
  }

  /** Ends a step with what the model says that it took; without that, with an estimate. */
  private settle(reported: Reported | null): void {
    const estimated = this.counted();
    const input = reported?.inputTokens.total;
    const output = reported?.outputTokens.total;
    this.isEstimated ||= !input || output === undefined;
    this.settled = {
      input: input ? this.settled.input + input : estimated.input,
      output: output === undefined ? estimated.output : this.settled.output + output,
    };
    this.step = null;
  }
}

const estimate = (characters: number) => Math.ceil(characters / USUAL_TOKEN);

const CUT: Part = {
  type: 'finish',
  finishReason: { unified: 'length', raw: undefined },
  usage: {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  },
};
