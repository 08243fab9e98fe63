/**
 * One answer: the model and its tools in a loop, by the Vercel AI SDK, within limits of steps, time and tokens. Knows
 * neither HTTP nor the database.
 */
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { stepCountIs, streamText, type ModelMessage, type ToolSet } from 'ai';
import { AnswerFailed, failureOf, withoutLongWaits } from './answer-failed';
import { withDirectText } from './direct-text';
import type { TokenMeter } from './token-meter';

/** How long an answer may get. */
export interface AnswerLimits {
  readonly steps: number;
  readonly milliseconds: number;
  /** Tool calls of one step. */
  readonly calls: number;
}

/** The specified limits; that of the tokens, which the operator chooses, is the meter's. */
export const ANSWER_LIMITS: AnswerLimits = { steps: 6, milliseconds: 60_000, calls: 8 };

/** The input of an answer. */
export interface Question {
  readonly model: LanguageModelV3;
  readonly system: string;
  readonly messages: ModelMessage[];
  readonly tools: ToolSet;
  readonly limits: AnswerLimits;
  readonly meter: TokenMeter;
  /** Aborted when the answer is not wanted any more. */
  readonly signal: AbortSignal;
}

/** A part of an answer. `end` is the last; `isWhole` is false for one that a limit cut short or that was aborted. */
export type AnswerPart =
  | { type: 'step' }
  | { type: 'text'; content: string }
  | { type: 'tool_call'; id: string; tool: string; args: unknown }
  | { type: 'tool_result'; id: string; result: unknown; isError: boolean }
  | { type: 'end'; isWhole: boolean };

/** The parts of an answer as they are written. Ends at once when the signal is aborted; throws AnswerFailed. */
export async function* answerTo(question: Question): AsyncGenerator<AnswerPart> {
  const { limits, signal } = question;
  const stop = new AbortController();
  const onAbort = () => stop.abort();
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) stop.abort();
  const timer = setTimeout(onAbort, limits.milliseconds);
  try {
    yield* partsOf(question, stop.signal);
  } catch (error) {
    throw failureOf(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // Whoever stops reading has no use for the model either.
    stop.abort();
  }
}

async function* partsOf(question: Question, stop: AbortSignal): AsyncGenerator<AnswerPart> {
  for await (const part of untilAborted(spoken(question, stop), stop)) {
    yield part;
    if (part.type === 'end') return;
  }
  if (!question.signal.aborted) throw new AnswerFailed('The agent took too long to answer and was stopped.');
  yield { type: 'end', isWhole: false };
}

/** The parts as model and tools make them. */
async function* spoken(
  { limits, meter, system, messages, tools, ...question }: Question,
  stop: AbortSignal,
): AsyncGenerator<AnswerPart> {
  const { model, words } = withDirectText(withoutLongWaits(question.model), meter);
  let calls = 0;
  const { fullStream } = streamText({
    model,
    system,
    messages,
    tools: counted(tools, () => {
      calls += 1;
      if (calls > limits.calls)
        throw new Error(
          `Not run: at most ${limits.calls} calls a step. Call it again in the next step if it is needed.`,
        );
    }),
    abortSignal: stop,
    maxRetries: 1,
    stopWhen: [stepCountIs(limits.steps), () => meter.left <= 0],
    prepareStep: ({ stepNumber }) => {
      calls = 0;
      return {
        maxOutputTokens: meter.left,
        // The last step has to answer: no step would follow to tell a tool's result.
        ...(stepNumber === limits.steps - 1 && { toolChoice: 'none' as const }),
      };
    },
    // Failures come as parts of the stream; by default they are printed too.
    onError: () => undefined,
  });
  let isWhole = true;
  let hasText = false;
  for await (const part of fullStream) {
    switch (part.type) {
      case 'start-step':
        yield { type: 'step' };
        break;
      case 'text-start':
        for await (const content of words(part.id)) {
          if (!content) continue;
          hasText = true;
          yield { type: 'text', content };
        }
        break;
      case 'tool-call':
        yield { type: 'tool_call', id: part.toolCallId, tool: part.toolName, args: part.input };
        break;
      case 'tool-result':
        yield { type: 'tool_result', id: part.toolCallId, result: part.output, isError: false };
        break;
      case 'tool-error':
        yield { type: 'tool_result', id: part.toolCallId, result: sentenceOf(part.error), isError: true };
        break;
      case 'finish':
        isWhole = part.finishReason !== 'length' && part.finishReason !== 'tool-calls';
        break;
      case 'error':
        throw failureOf(part.error);
    }
  }
  if (!hasText) throw new AnswerFailed(isWhole ? NO_ANSWER : NO_ROOM);
  yield { type: 'end', isWhole };
}

const NO_ANSWER = 'The agent gave no answer. Please try again.';
const NO_ROOM = 'The agent reached the limit of an answer before it said anything. Please ask for less.';

/** The tools, each call of which is counted first. */
const counted = (tools: ToolSet, count: () => void): ToolSet =>
  Object.fromEntries(
    Object.entries(tools).map(([name, { execute, ...tool }]) => [
      name,
      {
        ...tool,
        execute: (...args: Parameters<NonNullable<typeof execute>>): unknown => {
          count();
          return execute?.(...args);
        },
      },
    ]),
  ) as ToolSet;

/** The values until the signal is aborted, without waiting for a source that does not mind it. */
async function* untilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = values[Symbol.asyncIterator]();
  let leave = () => {};
  const onAbort = () => leave();
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      const result = await new Promise<IteratorResult<T> | null>((resolve, reject) => {
        leave = () => resolve(null);
        iterator.next().then(resolve, reject);
      });
      if (!result || result.done) return;
      yield result.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    void iterator.return?.().catch(() => undefined);
  }
}

/** The message of a tool's failure: our own tools throw messages, the SDK's explanations of bad arguments are for the model. */
const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
