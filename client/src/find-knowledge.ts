import { boundedText } from './bounded-text.ts';
import type { KnowledgeScope, QueryReflectionsInput } from './generated.ts';
import type { Lorebase } from './lorebase.ts';
import type { Run } from './run.ts';
import type { TraceOptions } from './trace.ts';
import type { SearchResult } from './types.ts';

/** Options of the adapters that inject knowledge before the last message of the user and record the run. */
export type RecordedKnowledgeOptions = Pick<
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

/** Characters of a message of the user that are the task of its trace, which has at most 32 KiB. */
export const MAX_TASK = 8_000;

/** Kinds of entries without lessons, which have a search of their own. */
const KNOWLEDGE_KINDS = ['FACT', 'OBSERVATION', 'PLAN', 'INSIGHT'] as const;

/** Knowledge and lessons for a message of the user. */
export async function findKnowledge(
  lorebase: Lorebase,
  text: string,
  { knowledge = {}, lessons = {}, run }: RecordedKnowledgeOptions,
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
