import type { ChatToolCall } from '../models/chat.ts';
import type { GenerationResult, StartedGeneration } from './generation-state.ts';
import type { Listener } from './run-steps.ts';
import type { MemoryWrite } from './write-memory-tool.ts';

/** An event of a streamed generation. */
export type GenerationEvent =
  | { type: 'START'; generation: StartedGeneration }
  | { type: 'TEXT_DELTA'; text: string }
  | { type: 'TOOL_CALL'; toolCall: ChatToolCall }
  | { type: 'MEMORY_WRITE'; memoryWrite: MemoryWrite }
  | { type: 'END'; generation: GenerationResult };

/** Runs a generation, or the rest of one, for a listener. */
type Runner = (listener: Listener, signal: AbortSignal) => Promise<GenerationResult>;

/**
 * Converts the calls of a run's listener into a stream whose last event is the run's result. Ending the stream
 * cancels the generation, unless it is detached.
 * @throws as the run, from the stream
 */
export function streamed(
  run: Runner,
  { isDetached = false }: { isDetached?: boolean } = {},
): AsyncGenerator<GenerationEvent> {
  const aborting = new AbortController();
  const happened: GenerationEvent[] = [];
  let hasReader = true;
  let wake = () => {};
  const push = (event: GenerationEvent) => {
    if (hasReader) happened.push(event);
    wake();
  };
  const listener: Listener = {
    onStart: (generation) => push({ type: 'START', generation }),
    onText: (text) => push({ type: 'TEXT_DELTA', text }),
    onToolCall: (toolCall) => push({ type: 'TOOL_CALL', toolCall }),
    onWrite: (memoryWrite) => push({ type: 'MEMORY_WRITE', memoryWrite }),
  };
  async function* read(): AsyncGenerator<GenerationEvent> {
    let failure: { error: unknown } | null = null;
    let isOver = false;
    run(listener, aborting.signal)
      .then((generation) => push({ type: 'END', generation }))
      .catch((error: unknown) => {
        failure = { error };
      })
      .finally(() => {
        isOver = true;
        wake();
      });
    while (!isOver || happened.length > 0) {
      if (isDetached && !hasReader) return;
      const next = happened.shift();
      if (next) yield next;
      else if (!isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    const failed = failure as { error: unknown } | null;
    if (failed && hasReader) throw failed.error;
  }
  const events = read();
  const end = events.return.bind(events);
  return Object.assign(events, {
    return: (value: unknown) => {
      hasReader = false;
      if (!isDetached) aborting.abort();
      wake();
      return end(value);
    },
  });
}
