import type { LanguageModelMiddleware } from 'ai';
import type { Content } from './messages.ts';
import type { Step } from './record.ts';

type Wrapped = Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0];
type Stream = Awaited<ReturnType<Wrapped['doStream']>>['stream'];
export type StreamPart = Stream extends ReadableStream<infer Part> ? Part : never;

/**
 * Passes on the parts of a streamed answer, and reports the whole answer before the stream closes. If the stream fails
 * or is cancelled, it reports the parts that arrived, with the error.
 */
export function readStream(
  stream: Stream,
  modelId: string,
  onEnd: (step: Step) => Promise<void>,
): Stream {
  const step: Step = { content: [], usage: undefined, model: modelId, error: undefined };
  const texts = new Map<string, { type: 'text'; text: string }>();
  const read = (part: StreamPart): void => {
    switch (part.type) {
      case 'text-start': {
        const text = { type: 'text' as const, text: '' };
        texts.set(part.id, text);
        step.content.push(text);
        return;
      }
      case 'text-delta': {
        const text = texts.get(part.id);
        if (text) text.text += part.delta;
        return;
      }
      case 'tool-call':
        step.content.push(part satisfies Content);
        return;
      case 'response-metadata':
        step.model = part.modelId ?? step.model;
        return;
      case 'finish':
        step.usage = part.usage;
        return;
      case 'error':
        step.error = part.error ?? 'The stream failed';
        return;
    }
  };
  const reader = stream.getReader();
  // A cancelled stream also ends the read that is under way.
  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= onEnd(step);
    return ended;
  };
  const next = async () => {
    try {
      return await reader.read();
    } catch (error) {
      step.error = error ?? 'The stream failed';
      await end();
      throw error;
    }
  };
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await next();
      if (done) {
        await end();
        controller.close();
        return;
      }
      read(value);
      controller.enqueue(value);
    },
    cancel: async (reason) => {
      step.error = reason ?? 'The stream was cancelled';
      await reader.cancel(reason);
      await end();
    },
  });
}
