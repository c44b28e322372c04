import type { LanguageModelMiddleware } from 'ai';
import { findKnowledge, type RecordedKnowledgeOptions } from '../find-knowledge.ts';
import type { Lorebase } from '../lorebase.ts';
import { lastUserText, type ModelCall, type Prompt } from './messages.ts';
import { readStream } from './read-stream.ts';
import { type Conversation, createRecorder } from './record.ts';

export type LorebaseMiddlewareOptions = RecordedKnowledgeOptions;

/**
 * A middleware for `wrapLanguageModel`. It puts what is known about the last message of the user before it, as a
 * delimited message, and records the run: the steps up to an answer without tool calls are stored as one trace. A
 * streamed answer that fails is stored with its error. A run that ends because a call of the model throws, or at a
 * limit of steps, is stored only with `run`.
 */
export function lorebaseMiddleware(
  lorebase: Lorebase,
  options: LorebaseMiddlewareOptions = {},
): LanguageModelMiddleware {
  const recorder = createRecorder(lorebase, options);
  const conversations = new WeakMap<ModelCall, Conversation>();
  return {
    specificationVersion: 'v3',
    transformParams: async ({ params }) => {
      const last = lastUserText(params.prompt);
      if (last === null) return params;
      const conversation = recorder.conversationOf(params.prompt, last);
      conversation.found ??= findKnowledge(
        lorebase,
        conversation.task,
        options,
        params.abortSignal,
      );
      const found = await conversation.found.catch((error: unknown) => {
        // The next call of the model, such as a retry, searches again.
        conversation.found = undefined;
        // An aborted search ends the run, as an aborted call of the model does.
        if (options.onError === undefined || params.abortSignal?.aborted) throw error;
        options.onError(error);
        return { text: '', entryIds: [] };
      });
      for (const id of found.entryIds) conversation.retrieved.add(id);
      const prompt = withKnowledge(params.prompt, last.index, found.text);
      const changed = { ...params, prompt };
      conversations.set(changed, conversation);
      return changed;
    },
    wrapGenerate: async ({ doGenerate, params, model }) => {
      const result = await doGenerate();
      const { content, usage, response } = result;
      const step = { content, usage, model: response?.modelId ?? model.modelId, error: undefined };
      await recorder.record(conversations.get(params), params.prompt, step);
      return result;
    },
    wrapStream: async ({ doStream, params, model }) => {
      const { stream, ...rest } = await doStream();
      const read = readStream(stream, model.modelId, (step) =>
        recorder.record(conversations.get(params), params.prompt, step),
      );
      return { ...rest, stream: read };
    },
  };
}

/**
 * The prompt with the knowledge before the last message of the user. It is not a system message, because users may
 * have written its text.
 */
function withKnowledge(prompt: Prompt, index: number, text: string): Prompt {
  if (text === '') return prompt;
  return prompt.toSpliced(index, 0, { role: 'user', content: [{ type: 'text', text }] });
}
