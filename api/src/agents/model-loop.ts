/**
 * One answer: the model and its tools in a loop, by the Vercel AI SDK, within limits of steps, time and tokens. Knows
 * neither HTTP nor the database.
 */
import { APICallError, type LanguageModelV3 } from '@ai-sdk/provider';
import { stepCountIs, streamText, ToolChoiceViolationError, type ModelMessage, type ToolSet } from 'ai';
import { withDirectText } from './direct-text';

/** How long an answer may get. */
export interface AnswerLimits {
  readonly steps: number;
  readonly milliseconds: number;
  /** Tokens of output, of all steps together. */
  readonly tokens: number;
}

/** The specified limits; the tokens are the operator's to choose. */
export const ANSWER_LIMITS = { steps: 6, milliseconds: 60_000 } as const;

/** A token is never longer, in characters, over a whole answer: what a model says beyond is past its limit of tokens. */
const LONGEST_TOKEN = 8;

/** What an answer is made of. */
export interface Question {
  readonly model: LanguageModelV3;
  readonly system: string;
  readonly messages: ModelMessage[];
  readonly tools: ToolSet;
  readonly limits: AnswerLimits;
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
}

/** A part of an answer. `end` is the last; `isWhole` is false for one that a limit cut short or that was aborted. */
export type AnswerPart =
  | { type: 'step' }
  | { type: 'text'; content: string }
  | { type: 'tool_call'; id: string; tool: string; args: unknown }
  | { type: 'tool_result'; id: string; result: unknown; isError: boolean }
  | { type: 'end'; isWhole: boolean };

/** An answer that failed; the message is for the person and tells nothing of the model's address or keys. */
export class AnswerFailed extends Error {}

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
    throw error instanceof AnswerFailed ? error : failureOf(error);
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
  { limits, system, messages, tools, ...question }: Question,
  stop: AbortSignal,
): AsyncGenerator<AnswerPart> {
  const { model, words } = withDirectText(question.model);
  const { fullStream } = streamText({
    model,
    system,
    messages,
    tools,
    abortSignal: stop,
    maxRetries: 1,
    stopWhen: [stepCountIs(limits.steps), ({ steps }) => tokensOf(steps) >= limits.tokens],
    prepareStep: ({ steps, stepNumber }) => ({
      maxOutputTokens: limits.tokens - tokensOf(steps),
      // The last step has to answer: what a tool found then would be told to nobody.
      ...(stepNumber === limits.steps - 1 && { toolChoice: 'none' as const }),
    }),
    // Failures come as parts of the stream; by default they are printed too.
    onError: () => undefined,
  });
  let isWhole = true;
  let written = 0;
  for await (const part of fullStream) {
    switch (part.type) {
      case 'start-step':
        yield { type: 'step' };
        break;
      case 'text-start':
        for await (const content of words(part.id)) {
          if (content) yield { type: 'text', content };
          written += content.length;
          // A model that does not mind its limit is held to it.
          if (written > limits.tokens * LONGEST_TOKEN) return yield { type: 'end', isWhole: false };
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
  if (written === 0) throw new AnswerFailed('The agent gave no answer. Please try again.');
  yield { type: 'end', isWhole };
}

interface Step {
  readonly text: string;
  readonly usage: { readonly outputTokens?: number | undefined };
}

/** What steps have spent; where the model does not say, a token is about four characters. */
const tokensOf = (steps: readonly Step[]): number =>
  steps.reduce((sum, { usage, text }) => sum + (usage.outputTokens ?? Math.ceil(text.length / 4)), 0);

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

/** What a tool's failure says: our own tools throw messages, the SDK's explanations of bad arguments are for the model. */
const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function failureOf(error: unknown): AnswerFailed {
  // The last error of a call that was tried again.
  const last = (error as { lastError?: unknown } | null)?.lastError ?? error;
  return new AnswerFailed(explain(last), { cause: last });
}

function explain(error: unknown): string {
  if (ToolChoiceViolationError.isInstance(error))
    return 'The agent looked things up without coming to an answer. Please ask in other words.';
  const status = APICallError.isInstance(error) ? (error.statusCode ?? 0) : 0;
  if (status === 429 || status === 529) return 'The model is busy right now. Please try again in a moment.';
  if (status === 401 || status === 403) return 'The model refuses the console. Please tell whoever operates it.';
  if (status >= 500) return 'The model has a fault right now. Please try again in a moment.';
  if (status >= 400)
    return 'The model could not take this conversation. Please start a new one, or tell whoever operates the console.';
  return 'The model could not be reached or broke off its answer. Please try again.';
}
