import type { GenerationRow, TraceRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables/columns.ts';
import type { ChatMessage } from '../models/chat.ts';
import type { RunState } from './run-steps.ts';

/** An entry in the injected messages, with the part of its text that they contain. */
export type InjectedEntry = { entryId: string; content: string; score: number };

/** The stored state of a generation. */
export type GenerationState = RunState & {
  task: string;
  metadata: Metadata;
  shown: InjectedEntry[];
  injected: ChatMessage[];
  /** The duration of the earlier calls, in milliseconds, without the time in which the generation required action. */
  durationMs: number;
  /** Set if the caller sends the whole conversation with each call, so that the state cannot be continued. */
  isStateless?: true;
};

/** A generation. Its state and trace are read on demand unless a call has just returned them. */
export type Generation = GenerationRow & { state?: GenerationState; trace?: TraceRow | null };

/** A generation when it begins to call the model. */
export type StartedGeneration = GenerationRow & { state: GenerationState };

/** The result of a call. `trace` is null if the generation requires action. */
export type GenerationResult = GenerationRow & { state: GenerationState; trace: TraceRow | null };

/** The state of a generation that has just begun, which is stored as an empty object. */
export function initialState(): GenerationState {
  return {
    messages: [],
    given: 0,
    tools: [],
    steps: 0,
    usage: { inputTokens: 0, outputTokens: 0 },
    text: '',
    finishReason: '',
    writes: [],
    writeMetadata: {},
    pending: [],
    task: '',
    metadata: {},
    shown: [],
    injected: [],
    durationMs: 0,
  };
}

/** A state as it is stored. */
export function readState(stored: unknown): GenerationState {
  return { ...initialState(), ...(stored as Partial<GenerationState>) };
}

/** The state without the caller's messages and tools, which only a continuation needs. */
export function withoutConversation(state: GenerationState): GenerationState {
  return { ...state, messages: state.messages.slice(state.given), given: 0, tools: [] };
}
