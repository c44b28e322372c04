import type { LanguageModelMiddleware } from 'ai';
import { boundedText } from '../bounded-text.ts';
import type { KnowledgeScope, QueryReflectionsInput } from '../generated.ts';
import { knowledgeText } from '../knowledge-text.ts';
import type { Lorebase } from '../lorebase.ts';
import type { Run } from '../run.ts';
import type { TraceOptions } from '../trace.ts';
import type { SearchResult } from '../types.ts';
import { lastUserText, type ModelCall, type Prompt } from './messages.ts';
import { readStream } from './read-stream.ts';
import { type Conversation, createRecorder } from './record.ts';

export type LorebaseMiddlewareOptions = Pick<
  TraceOptions,
  'judge' | 'trace' | 'onTrace' | 'onError'
> & {
  /** The knowledge that is searched for the last message of the user; the whole project when omitted, none if false. */
  knowledge?: { scope?: KnowledgeScope; limit?: number; minScore?: number } | false;
  /** How lessons for the last message of the user are found; false finds none. Those of `run` when it is given. */
  lessons?: Omit<QueryReflectionsInput, 'task'> | false;
  /** Records in this run of `lorebase.trace`, which stores the trace, instead of storing one for each answer. */
  run?: Run;
  /** False stores no trace. */
  record?: boolean;
};

/** Characters of a message with which knowledge is searched. */
const MAX_QUERY = 8_000;

/** Kinds of entries without lessons, which have a search of their own. */
const KNOWLEDGE_KINDS = ['FACT', 'OBSERVATION', 'PLAN', 'INSIGHT'] as const;

/**
 * A middleware for `wrapLanguageModel`. It puts what is known about the last message of the user before it, as a
 * delimited message, and records the run: the steps up to an answer without tool calls are stored as one trace.
 * A run that ends otherwise (with an error of the model, or at a limit of steps) is recorded only with `run`.
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
      conversation.found ??= find(lorebase, conversation.task, options, params.abortSignal);
      const found = await conversation.found.catch((error: unknown) => {
        // The next call of the model, such as a retry, searches again.
        conversation.found = undefined;
        if (options.onError === undefined) throw error;
        options.onError(error);
        return [];
      });
      for (const { entry } of found) conversation.retrieved.add(entry.id);
      const prompt = withKnowledge(params.prompt, last.index, knowledgeText(found));
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

/** Knowledge and lessons for the last message of the user. */
async function find(
  lorebase: Lorebase,
  text: string,
  { knowledge = {}, lessons = {}, run }: LorebaseMiddlewareOptions,
  signal: AbortSignal | undefined,
): Promise<SearchResult[]> {
  const call = signal ? { signal } : {};
  const query = boundedText(text, MAX_QUERY);
  const search = async () => {
    if (knowledge === false) return [];
    const scope = { kinds: [...KNOWLEDGE_KINDS], ...knowledge.scope };
    return lorebase.searchKnowledge({ ...knowledge, query, scope }, call);
  };
  const reflections = async () => {
    // A prompt made of `run.augmentedTask` has the lessons already.
    if (run) return text.includes(run.augmentedTask) ? [] : run.lessons;
    if (lessons === false) return [];
    return (await lorebase.queryReflections({ ...lessons, task: query }, call)).results;
  };
  const [found, learned] = await Promise.all([search(), reflections()]);
  return [...found, ...learned];
}

/** A prompt with a message before the last one of the user: not a system message, as its text is of users. */
function withKnowledge(prompt: Prompt, index: number, text: string): Prompt {
  if (text === '') return prompt;
  return prompt.toSpliced(index, 0, { role: 'user', content: [{ type: 'text', text }] });
}
