import type { TokenUsageInput } from '../generated.ts';
import type { KnowledgeText } from '../knowledge-text.ts';
import { retrievedIdsIn } from '../knowledge-tools.ts';
import type { Lorebase } from '../lorebase.ts';
import type { Run } from '../run.ts';
import { storeRun } from '../store-run.ts';
import {
  assistantMessage,
  type Content,
  type ModelResult,
  messagesOf,
  type Prompt,
  toolResultsIn,
} from './messages.ts';
import type { LorebaseMiddlewareOptions } from './middleware.ts';

/** One answer of the model. */
export type Step = {
  content: Content[];
  usage: ModelResult['usage'] | undefined;
  model: string;
  /** The error that ended a stream; undefined without one. */
  error: unknown;
};

/** The calls of the model that follow one message of the user. */
export type Conversation = {
  key: string;
  task: string;
  startedAt: number;
  found: Promise<KnowledgeText> | undefined;
  retrieved: Set<string>;
  /** The tokens of each step, as far as the provider reports them. */
  usage: TokenUsageInput[];
};

/**
 * Maximum number of unfinished runs that are kept in memory. A run that never ends would otherwise be kept for ever.
 */
const MAX_CONVERSATIONS = 1_000;

/** Records the steps of runs. Stores the trace of a run, unless the caller gave a `run` that stores it. */
export function createRecorder(lorebase: Lorebase, options: LorebaseMiddlewareOptions) {
  const open = new Map<string, Conversation>();

  const conversationOf = (
    prompt: Prompt,
    { text, index }: { text: string; index: number },
  ): Conversation => {
    const key = JSON.stringify(messagesOf(prompt.slice(0, index + 1)));
    // A prompt that ends with the message of the user begins a run. One with the same text may have ended unnoticed.
    const known = index === prompt.length - 1 ? undefined : open.get(key);
    if (known) return known;
    const conversation: Conversation = {
      key,
      task: text,
      startedAt: performance.now(),
      found: undefined,
      retrieved: new Set(),
      usage: [],
    };
    open.set(key, conversation);
    for (const oldest of open.keys()) {
      if (open.size <= MAX_CONVERSATIONS) break;
      open.delete(oldest);
    }
    return conversation;
  };

  const record = async (
    conversation: Conversation | undefined,
    prompt: Prompt,
    step: Step,
  ): Promise<void> => {
    if (conversation === undefined) return;
    const { usage, retrieved } = conversation;
    for (const { name, value } of toolResultsIn(prompt)) {
      for (const id of retrievedIdsIn(name, value)) retrieved.add(id);
    }
    const { inputTokens, outputTokens } = step.usage ?? {};
    const isReported = inputTokens?.total !== undefined || outputTokens?.total !== undefined;
    const tokens = isReported
      ? [{ inputTokens: inputTokens?.total ?? 0, outputTokens: outputTokens?.total ?? 0 }]
      : [];
    usage.push(...tokens);
    if (options.run) {
      recordIn(options.run, conversation, prompt, step);
      for (const counted of tokens) options.run.recordUsage(counted);
      return;
    }
    if (step.error === undefined && awaitsTools(step.content)) return;
    if (open.get(conversation.key) === conversation) open.delete(conversation.key);
    if (options.record === false) return;
    const ended = {
      task: conversation.task,
      durationMs: Math.round(performance.now() - conversation.startedAt),
      error: step.error === undefined ? null : String(step.error),
      record: (run: Run) => {
        recordIn(run, conversation, prompt, step);
        for (const counted of usage) run.recordUsage(counted);
      },
    };
    await storeRun(lorebase, ended, options);
  };

  return { conversationOf, record };
}

function recordIn(run: Run, { retrieved }: Conversation, prompt: Prompt, step: Step): void {
  run.recordRetrieved([...retrieved]);
  run.recordConversation(messagesOf(prompt));
  if (step.content.length > 0) run.recordMessage(assistantMessage(step.content));
  run.recordModel(step.model);
}

/** True if the model waits for results of tools of the caller. */
function awaitsTools(content: readonly Content[]): boolean {
  return content.some((part) => part.type === 'tool-call' && part.providerExecuted !== true);
}
