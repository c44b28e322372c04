import type { App } from '../app.ts';
import type { MemoryRow } from '../db/rows.ts';
import type { KnowledgeConfig } from '../db/tables/agents.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { ENTRY_KINDS } from '../db/tables/entries.ts';
import { MAX_CONTENT_BYTES, withFewMarks } from '../input.ts';
import { findCachedMemories } from '../memories/memories.ts';
import type { KnowledgeScope } from '../memories/scope.ts';
import type { ChatMessage } from '../models/chat.ts';
import { withRequiredKey } from '../projects/required-metadata.ts';
import type { Caller } from '../projects/viewer.ts';
import { queryReflections } from '../reflections/query-reflections.ts';
import { KNOWLEDGE, reflections, weighted } from '../retrieval/presets.ts';
import { type Retrieved, type RetrievedResult, retrieve } from '../retrieval/retrieve.ts';
import { settingsOfScope } from '../stream/retrieve-entries.ts';
import { countTokens } from '../token-budget.ts';
import {
  fitBudget,
  type Injected,
  leastRelevance,
  type Omitted,
  onlyBestIfIrrelevant,
} from './injected-entries.ts';
import { namesMemories, searchedScope } from './knowledge-config.ts';
import { knowledgeMessages } from './knowledge-messages.ts';

/** The messages that are put before a conversation, and the entries in them: first knowledge, then lessons. */
export type Knowledge = {
  messages: ChatMessage[];
  injected: Injected[];
  tokens: number;
  /** The best entries that were found and not injected; empty unless they were asked for. */
  omitted: Omitted[];
};

export const MAX_OMITTED = 20;

/** The path of the argument with the metadata filter of a call, for error messages. */
const SCOPE_METADATA = 'input.knowledgeConfig.scope.metadata';

/** The metadata of an agent's run. A search for lessons needs it in a project with `requiredMetadataKey`. */
export type OfRun = {
  /** The metadata of the run; null where there is none. */
  metadata?: Metadata | null;
  /** The path of the argument with the metadata that the project requires; by default the metadata of the scope. */
  metadataPath?: string;
};

type KnowledgeQuestion = OfRun & {
  config: KnowledgeConfig;
  messages: readonly ChatMessage[];
  /** Memories that were already read. */
  memories: readonly Pick<MemoryRow, 'id' | 'name'>[];
  /** Whether to find what is left out, which needs further queries. */
  explain: boolean;
  /** Whether the entries need their current counts (`Retrieval.withCounts`). */
  withCounts: boolean;
};

/**
 * Searches with the text of the last user message, and creates messages from the results: entries of the configured
 * memories, then lessons for the task. If no memory is configured, nothing is searched. If the configured memories have
 * entries, at least the best one is injected, unless `minScore` excludes it.
 * @throws NOT_FOUND (a memory), EMBEDDING_UNAVAILABLE
 */
export async function findKnowledge(
  app: App,
  caller: Caller,
  { config, messages, memories, explain, withCounts, ...run }: KnowledgeQuestion,
): Promise<Knowledge> {
  const text = latestUserText(messages);
  if (text === null || !namesMemories(config.scope)) return NOTHING;
  const query = { config, text, explain, withCounts };
  const [found, lessons] = await Promise.all([
    searchMemories(app, caller, query),
    config.reflections ? searchLessons(app, caller, { ...query, ...run }) : NO_ENTRIES,
  ]);
  const results = [...found.results, ...lessons.results];
  const names = await namesOf(app, caller, { results, memories });
  const budget = { tokenBudget: config.tokenBudget, names };
  const knowledge = fitBudget(found.results, budget);
  const others = fitBudget(lessons.results, budget);
  const injected = [...knowledge.injected, ...others.injected];
  const shown = knowledgeMessages(
    injected.flatMap(({ pieces }) => pieces),
    config.injectAs,
  );
  return {
    messages: shown,
    injected,
    tokens: countTokens(
      ...shown.map(({ content }) => (typeof content === 'string' ? content : '')),
    ),
    omitted: explain
      ? bestOmitted([...knowledge.omitted, ...others.omitted, ...found.omitted, ...lessons.omitted])
      : [],
  };
}

function bestOmitted(omitted: readonly Omitted[]): Omitted[] {
  return omitted
    .toSorted((one, other) => other.result.relevance - one.result.relevance)
    .slice(0, MAX_OMITTED);
}

const NOTHING: Knowledge = { messages: [], injected: [], tokens: 0, omitted: [] };

/** The names of the memories of the results, by memory id. */
async function namesOf(
  app: App,
  { project }: Caller,
  {
    results,
    memories,
  }: Pick<KnowledgeQuestion, 'memories'> & { results: readonly RetrievedResult[] },
): Promise<Map<string, string>> {
  const names = new Map(memories.map((memory) => [memory.id, memory.name]));
  const ids = new Set(results.map(({ entry }) => entry.memoryId));
  const unknown = [...ids].filter((id) => !names.has(id));
  const others = unknown.length > 0 ? await findCachedMemories(app, project.id, unknown) : [];
  for (const memory of others) names.set(memory.id, memory.name);
  return names;
}

/** The text of the last user message, up to `MAX_CONTENT_BYTES`; null if there is none. */
export function latestUserText(messages: readonly ChatMessage[]): string | null {
  const content = messages.findLast((message) => message.role === 'user')?.content;
  const text =
    typeof content === 'string'
      ? content
      : (content ?? [])
          // Of a part, only the type was checked, so its text can be any value.
          .map((part) => ('text' in part && typeof part.text === 'string' ? part.text : ''))
          .join('\n');
  // The text is normalized like the content of entries (`contentInput`), so that their words match.
  const start = withFewMarks(text.replaceAll('\0', '').trim().slice(0, MAX_CONTENT_BYTES));
  // The normalization can split a character into several marks, so their number is limited again.
  const normal = withFewMarks(start.normalize('NFC')).trim();
  const bytes = Buffer.from(normal).subarray(0, MAX_CONTENT_BYTES);
  const cut = bytes
    .toString('utf8')
    .replace(/\uFFFD$/, '')
    .trim();
  return cut === '' ? null : cut;
}

type KnowledgeQuery = {
  config: KnowledgeConfig;
  text: string;
  explain: boolean;
  withCounts: boolean;
};

/** The results of a search, and the best of what it found and left out. */
type KnowledgeResults = { results: RetrievedResult[]; omitted: Omitted[] };

const NO_ENTRIES: KnowledgeResults = { results: [], omitted: [] };

/** The entries of the memories of the scope above `minScore` and `relativeScore`, and the best of the others. */
async function searchMemories(
  app: App,
  caller: Caller,
  { config, text, explain, withCounts }: KnowledgeQuery,
): Promise<KnowledgeResults> {
  const scope = scopeOfEntries(config);
  const { preset, mode, ...ranking } = await rankingOf(app, caller, config);
  const retrieval = {
    query: text,
    mode,
    scope,
    metadataPath: SCOPE_METADATA,
    hasLesson: false,
    minScore: null,
    similarityThreshold: 0,
    leastRelevance: (best: number) => leastRelevance({ ...config, mode }, best),
    limit: config.limit,
    explain,
    withCounts,
    ...ranking,
  };
  const retrieved = await retrieve(app, caller.project, retrieval, preset);
  const { results, omitted } = onlyBestIfIrrelevant({ ...config, mode }, retrieved.results);
  return { results, omitted: [...omitted, ...omittedBy(config, retrieved)] };
}

/** The scope of the search for entries. Lessons have a search and a budget of their own, and are left out here. */
function scopeOfEntries({ scope: stored, reflections }: KnowledgeConfig): KnowledgeScope {
  const scope = searchedScope(stored);
  if (!reflections) return scope;
  const kinds = (scope.conditions.kinds ?? ENTRY_KINDS).filter((kind) => kind !== 'REFLECTION');
  return { ...scope, conditions: { ...scope.conditions, kinds } };
}

/**
 * How the configuration ranks entries. WEIGHTED is the ranking of the memory's stream, with its settings where
 * the scope is one memory.
 */
async function rankingOf(app: App, caller: Caller, config: KnowledgeConfig) {
  const { ranking, mode, lambda, mmrLambda } = config;
  if (ranking === 'RELEVANCE') return { preset: KNOWLEDGE, mode, mmrLambda: 1 };
  if (ranking === 'UTILITY') return { preset: reflections(lambda), mode, mmrLambda };
  const settings = await settingsOfScope(app, caller, searchedScope(config.scope));
  const { decayFactor, accessShare, normalization } = settings;
  return {
    preset: weighted(settings),
    mode: settings.mode,
    mmrLambda: 1,
    recency: { decayFactor, accessShare },
    normalization,
  };
}

/** The near misses of a search, each with the reason why it was left out. */
function omittedBy(
  { minScore }: KnowledgeConfig,
  { explanation, leastRelevance: least }: Retrieved,
): Omitted[] {
  return (explanation?.nearMisses ?? []).map((result) => {
    const { topicRelevance: relevance } = result;
    if (minScore !== null && relevance < minScore) return { result, reason: 'MIN_SCORE' };
    return { result, reason: relevance < least ? 'RELATIVE_SCORE' : 'LIMIT' };
  });
}

/**
 * The lessons in the memories of the scope. The kinds and sources of the scope are those of its entries; its
 * other conditions, such as a user's metadata, hold for lessons too.
 */
async function searchLessons(
  app: App,
  caller: Caller,
  { config, text, explain, metadata = null, metadataPath = SCOPE_METADATA }: KnowledgeQuery & OfRun,
): Promise<KnowledgeResults> {
  const { lambda, mmrLambda, limit } = config;
  const { conditions, memoryIds, memoryTags } = searchedScope(config.scope);
  const given = { filter: conditions.metadata, metadata };
  const filter = withRequiredKey(caller.project, given, metadataPath);
  const others = { kinds: null, sources: null, metadata: filter };
  const scope = { ...conditions, memoryIds, memoryTags, ...others };
  const query = { task: text, lambda, mmrLambda, limit, scope, explain };
  const { results, explanation } = await queryReflections(app, caller, query);
  const least = explanation?.minScore ?? 0;
  const omitted = (explanation?.nearMisses ?? []).map((result): Omitted => {
    return { result, reason: (result.similarity ?? 0) < least ? 'MIN_SCORE' : 'LIMIT' };
  });
  return { results, omitted };
}
