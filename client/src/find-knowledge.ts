import { boundedText } from './bounded-text.ts';
import type { KnowledgeScope, QueryReflectionsInput } from './generated.ts';
import { type KnowledgeText, knowledgeText } from './knowledge-text.ts';
import type { Lorebase } from './lorebase.ts';
import type { Run } from './run.ts';
import type { TraceOptions } from './trace.ts';
import type { SearchResult } from './types.ts';

/** Options of the adapters that inject knowledge before the last message of the user and record the run. */
export type RecordedKnowledgeOptions = Pick<
  TraceOptions,
  'judge' | 'trace' | 'onTrace' | 'onError'
> & {
  /** Where knowledge for the last message of the user is searched; the whole project when omitted, nowhere if false. */
  knowledge?: { scope?: KnowledgeScope; limit?: number; minScore?: number } | false;
  /** How lessons for the last message of the user are found; false finds none. With `run`, its lessons are used. */
  lessons?: Omit<QueryReflectionsInput, 'task' | 'explain'> | false;
  /**
   * Maximum number of tokens of the knowledge and the lessons, each counted as four bytes of UTF-8; 500 when omitted.
   */
  tokenBudget?: number;
  /** Records in this run of `lorebase.trace`, which stores the trace, instead of storing one for each answer. */
  run?: Run;
  /** False stores no trace. */
  record?: boolean;
};

/** Maximum number of characters of a message that are the query of a search. */
const MAX_QUERY = 8_000;

/** All kinds of entries but reflections. Lessons are found by a search of their own. */
const KNOWLEDGE_KINDS = ['FACT', 'OBSERVATION', 'PLAN', 'INSIGHT'] as const;

/** Knowledge and lessons for a message of the user, as many as fit into the budget. */
export async function findKnowledge(
  lorebase: Lorebase,
  text: string,
  { knowledge = {}, lessons = {}, run, tokenBudget }: RecordedKnowledgeOptions,
  signal: AbortSignal | undefined,
): Promise<KnowledgeText> {
  const call = signal ? { signal } : {};
  const query = boundedText(text, MAX_QUERY);
  const search = async () => {
    if (knowledge === false) return [];
    const scope = { kinds: [...KNOWLEDGE_KINDS], ...knowledge.scope };
    return lorebase.searchKnowledge({ ...knowledge, query, scope }, call);
  };
  const reflections = async () => {
    // A prompt that contains `run.augmentedTask` already has the lessons.
    if (run) return text.includes(run.augmentedTask) ? [] : run.lessons;
    if (lessons === false) return [];
    return (await lorebase.queryReflections({ ...lessons, task: query }, call)).results;
  };
  const [found, learned] = await Promise.all([search(), reflections()]);
  return knowledgeText(byPlace(found, learned), tokenBudget);
}

/**
 * The results of two searches, whose scores cannot be compared: the best of each, then the second of each, and so on.
 */
function byPlace(found: readonly SearchResult[], learned: readonly SearchResult[]): SearchResult[] {
  const places = Array.from(
    { length: Math.max(found.length, learned.length) },
    (_, place) => place,
  );
  return places.flatMap((place) =>
    [found, learned].flatMap((list) => list.slice(place, place + 1)),
  );
}
