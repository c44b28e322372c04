import {
  type assistantMessage,
  lastUserText,
  messagesOf,
  type Prompt,
  toolResultsIn,
} from '../ai-sdk/messages.ts';
import { findKnowledge, type RecordedKnowledgeOptions } from '../find-knowledge.ts';
import { retrievedIdsIn } from '../knowledge-tools.ts';
import type { Lorebase } from '../lorebase.ts';
import type { Run } from '../run.ts';
import { storeRun } from '../store-run.ts';

export type LorebaseProcessorOptions = RecordedKnowledgeOptions;

// The parts of Mastra's arguments that are read. Mastra's own types can only be installed on Node.js 22.

/** What Mastra keeps of a processor from the first call of the model to the end of the run. */
type State = Record<string, unknown>;

type Request<Sent> = {
  prompt: Sent;
  model: { modelId: string };
  state: State;
  abortSignal?: AbortSignal;
};
type Response = { chunks: readonly { type: string; payload: unknown }[]; state: State };
type Result<Messages> = { messages: Messages; result: Outcome; state: State };
type Outcome = {
  finishReason: string;
  text: string;
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined };
  steps: readonly { content?: unknown }[];
};

/** A `Processor` of Mastra. */
export type LorebaseProcessor = {
  readonly id: 'lorebase';
  processLLMRequest<Sent extends readonly { role: string }[]>(
    request: Request<Sent>,
  ): Promise<{ prompt: Sent } | undefined>;
  processLLMResponse(response: Response): void;
  processOutputResult<Messages>(result: Result<Messages>): Promise<Messages>;
};

/** What is recorded of a run until its end. */
type Recorded = {
  task: string;
  startedAt: number;
  knowledge: string | null;
  retrieved: string[];
  /** The messages of the last call of the model, including the injected knowledge. */
  prompt: Prompt;
  model: string;
  error: string | null;
};

/** The key of the record of the run in the state. */
const KEY = 'recorded';

/**
 * A processor for `inputProcessors` and `outputProcessors` of an `Agent` of Mastra. It puts what is known about the
 * last message of the user before it, as a delimited message that is sent to the model and stored in no thread, and
 * stores the run as one trace at its end, also if the model failed or the run was aborted.
 */
export function lorebaseProcessor(
  lorebase: Lorebase,
  options: LorebaseProcessorOptions = {},
): LorebaseProcessor {
  return {
    id: 'lorebase',
    processLLMRequest: async (request) => {
      const { prompt, model, state, abortSignal } = request;
      // This is a prompt of AI SDK 5. It differs from one of AI SDK 6 only in parts that are not read.
      const read = prompt as unknown as Prompt;
      const last = lastUserText(read);
      if (last === null) return undefined;
      const recorded = recordedIn(state) ?? begin(last.text);
      state[KEY] = recorded;
      Object.assign(recorded, { prompt: read, model: model.modelId, error: null });
      recorded.knowledge ??= await find(lorebase, recorded, options, abortSignal);
      if (!recorded.knowledge) return undefined;
      const text = { type: 'text' as const, text: recorded.knowledge };
      // Not a system message, because users may have written its text.
      recorded.prompt = read.toSpliced(last.index, 0, { role: 'user', content: [text] });
      return { prompt: recorded.prompt as unknown as typeof prompt };
    },
    processLLMResponse: ({ chunks, state }) => {
      const recorded = recordedIn(state);
      const failed = chunks.find(({ type }) => type === 'error')?.payload;
      if (recorded && failed instanceof Object && 'error' in failed) {
        recorded.error = String(failed.error);
      }
    },
    processOutputResult: async ({ messages, result, state }) => {
      const recorded = recordedIn(state);
      if (recorded && options.run) recordIn(options.run, recorded, result);
      else if (recorded && options.record !== false) {
        await store(lorebase, recorded, result, options);
      }
      return messages;
    },
  };
}

function recordedIn(state: State): Recorded | undefined {
  // Only this processor writes to its state.
  return state[KEY] as Recorded | undefined;
}

function begin(task: string): Recorded {
  return {
    task,
    startedAt: Date.now(),
    knowledge: null,
    retrieved: [],
    prompt: [],
    model: '',
    error: null,
  };
}

/**
 * The found knowledge as text. Null if the search failed, so that the next call of the model searches again, or if
 * the run was aborted, because Mastra then ends the run itself.
 */
async function find(
  lorebase: Lorebase,
  recorded: Recorded,
  options: LorebaseProcessorOptions,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  try {
    const found = await findKnowledge(lorebase, recorded.task, options, signal);
    recorded.retrieved.push(...found.entryIds);
    return found.text;
  } catch (error) {
    if (signal?.aborted) return null;
    if (options.onError === undefined) throw error;
    options.onError(error);
    return null;
  }
}

function recordIn(run: Run, { prompt, retrieved, model }: Recorded, result: Outcome): void {
  // The content of a step has the parts of a message of the assistant, and the results of its tools.
  const parts = result.steps.at(-1)?.content as Parameters<typeof assistantMessage>[0] | undefined;
  // If a stream breaks, its step has no content, and the part of the answer that has arrived is the text.
  const partial = result.text === '' ? [] : [{ type: 'text' as const, text: result.text }];
  const content = parts && parts.length > 0 ? parts : partial;
  const answers = content.length > 0 ? [{ role: 'assistant', content } as Prompt[number]] : [];
  const found = toolResultsIn([...prompt, ...answers]);
  run.recordRetrieved([
    ...retrieved,
    ...found.flatMap(({ name, value }) => retrievedIdsIn(name, value)),
  ]);
  run.recordConversation(messagesOf([...prompt, ...answers]));
  run.recordModel(model);
  const { inputTokens = 0, outputTokens = 0 } = result.usage;
  // Mastra reports zero tokens if the provider reports none. A real answer has at least one.
  if (inputTokens + outputTokens > 0) run.recordUsage({ inputTokens, outputTokens });
}

/** Stores the trace of a run that has ended. */
async function store(
  lorebase: Lorebase,
  recorded: Recorded,
  result: Outcome,
  options: LorebaseProcessorOptions,
): Promise<void> {
  const { finishReason } = result;
  const hasFailed = finishReason === 'error' || finishReason === 'aborted';
  const ended = {
    task: recorded.task,
    durationMs: Date.now() - recorded.startedAt,
    error: hasFailed ? (recorded.error ?? finishReason) : null,
    record: (run: Run) => recordIn(run, recorded, result),
  };
  await storeRun(lorebase, ended, options);
}
