import type { App } from '../app.ts';
import type { AgentRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { storableText } from '../input.ts';
import type { ChatAnswer, ChatMessage, ChatTool, ChatToolCall, Usage } from '../models/chat.ts';
import type { Caller } from '../projects/viewer.ts';
import type { StartedGeneration } from './generation-state.ts';
import {
  type MemoryWrite,
  toolAnswer,
  WRITE_MEMORY,
  writeMemory,
  writeMemoryTool,
} from './write-memory-tool.ts';

/** The progress of a generation. It is stored while the generation requires action. */
export type RunState = {
  /** The messages for the model: instructions, knowledge, conversation, and the messages of this generation. */
  messages: ChatMessage[];
  /** The number of messages before the first message of the model. */
  given: number;
  tools: ChatTool[];
  steps: number;
  usage: Usage;
  text: string;
  /** The `finish_reason` of the model's last answer; empty before the first answer. */
  finishReason: string;
  writes: MemoryWrite[];
  /** The metadata of the entries that the model writes: a copy of the scope's, so that searches in the scope find them. */
  writeMetadata: Metadata;
  pending: ChatToolCall[];
};

export type StepOutcome = 'COMPLETED' | 'REQUIRES_ACTION' | 'MAX_STEPS_REACHED';

export type Listener = {
  /** Called when the knowledge was found, before the first call of the model. */
  onStart?(generation: StartedGeneration): void;
  onText?(text: string): void;
  onToolCall?(call: ChatToolCall): void;
  onWrite?(write: MemoryWrite): void;
};

type StepsRun = {
  agent: AgentRow;
  model: string | null;
  temperature: number | null;
  /** Null if the agent does not have the tool `write_memory`. */
  writeMemoryId: string | null;
  signal: AbortSignal;
  listener?: Listener | undefined;
};

/**
 * Maximum number of tool calls of one step that are run or returned to the caller. OpenAI's models make a
 * few at once. A model that repeats itself can make hundreds, and each write needs an embedding.
 */
export const MAX_CALLS_PER_STEP = 32;

/**
 * Calls the model and its tools until the model ends, calls a tool of the caller, or has made the agent's
 * `maxSteps` steps. Updates `progress` after each message, so that no message is lost if a later one fails.
 * @throws CHAT_NOT_CONFIGURED, CHAT_UNAVAILABLE, the reason of the signal
 */
export async function runSteps(
  app: App,
  caller: Caller,
  run: StepsRun,
  progress: RunState,
): Promise<StepOutcome> {
  const tools = run.writeMemoryId ? [...progress.tools, writeMemoryTool] : progress.tools;
  const known = new Set(progress.tools.map((tool) => nameOf(tool)));
  while (progress.steps < run.agent.maxSteps) {
    progress.steps += 1;
    const answer = await askModel(app, run, { progress, tools });
    progress.usage.inputTokens += answer.usage.inputTokens;
    progress.usage.outputTokens += answer.usage.outputTokens;
    progress.text = answer.text;
    progress.finishReason = answer.finishReason;
    const toolCalls = withOwnIds(answer.toolCalls);
    progress.messages.push(assistantMessage(answer.text, toolCalls));
    if (toolCalls.length === 0) return 'COMPLETED';
    const pending: ChatToolCall[] = [];
    for (const call of toolCalls.slice(0, MAX_CALLS_PER_STEP)) {
      run.listener?.onToolCall?.(call);
      run.signal.throwIfAborted();
      if (known.has(call.name)) pending.push(call);
      else progress.messages.push(await answerCall(app, caller, { run, progress, call }));
    }
    for (const call of toolCalls.slice(MAX_CALLS_PER_STEP)) {
      progress.messages.push(toolMessage(call.id, TOO_MANY_CALLS));
    }
    if (pending.length > 0) {
      progress.pending = pending;
      return 'REQUIRES_ACTION';
    }
  }
  return 'MAX_STEPS_REACHED';
}

/** Calls the model. If a streamed answer fails or is aborted, its text so far becomes a message of the progress. */
async function askModel(
  app: App,
  { model, temperature, signal, listener }: StepsRun,
  { progress, tools }: { progress: RunState; tools: ChatTool[] },
): Promise<ChatAnswer> {
  let text = '';
  const onText = listener?.onText;
  const onTextSoFar = (part: string) => {
    text += part;
    onText?.(part);
  };
  try {
    return await app.chat.complete({
      model,
      messages: progress.messages,
      temperature: temperature ?? undefined,
      tools,
      signal,
      onText: onText && onTextSoFar,
    });
  } catch (error) {
    if (text !== '') {
      progress.text = storableText(text);
      progress.messages.push(assistantMessage(progress.text, []));
    }
    throw error;
  }
}

/** The result of each call of a tool beyond `MAX_CALLS_PER_STEP`. */
const TOO_MANY_CALLS = JSON.stringify({
  error: `Only the first ${MAX_CALLS_PER_STEP} calls of a step are run. This one was not; call it again if it is needed.`,
});

/** Makes the ids of calls unique: results refer to them, and some models omit or repeat them. */
function withOwnIds(calls: readonly ChatToolCall[]): ChatToolCall[] {
  const ids = new Set<string>();
  return calls.map((call, i) => {
    const id = call.id === '' || ids.has(call.id) ? `${call.id || 'call'}_${i}` : call.id;
    ids.add(id);
    return { ...call, id };
  });
}

/** Runs a call of `write_memory`. The result of a call of an unknown tool is an error message. */
async function answerCall(
  app: App,
  caller: Caller,
  { run, progress, call }: { run: StepsRun; progress: RunState; call: ChatToolCall },
): Promise<ChatMessage> {
  if (call.name !== WRITE_MEMORY || run.writeMemoryId === null) {
    return toolMessage(call.id, JSON.stringify({ error: `There is no tool named ${call.name}.` }));
  }
  const { writeMetadata: metadata } = progress;
  const write = await writeMemory(app, caller, { memoryId: run.writeMemoryId, metadata, call });
  progress.writes.push(write);
  run.listener?.onWrite?.(write);
  return toolMessage(call.id, toolAnswer(write));
}

export function toolMessage(toolCallId: string, content: string): ChatMessage {
  return { role: 'tool', tool_call_id: toolCallId, content };
}

function assistantMessage(text: string, toolCalls: readonly ChatToolCall[]): ChatMessage {
  if (toolCalls.length === 0) return { role: 'assistant', content: text };
  return {
    role: 'assistant',
    content: text || null,
    tool_calls: toolCalls.map(({ id, ...call }) => ({ id, type: 'function', function: call })),
  };
}

function nameOf(tool: ChatTool): string {
  return tool.type === 'function' ? tool.function.name : '';
}
