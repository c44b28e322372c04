import type { App } from '../app.ts';
import type { MemoryRow } from '../db/rows.ts';
import type { KnowledgeConfig, Metadata } from '../db/tables.ts';
import { contentOf } from '../entries/statements.ts';
import { MAX_CONTENT_BYTES } from '../input.ts';
import { findMemories } from '../memories/memories.ts';
import type { ChatMessage } from '../models/chat.ts';
import { streamSettingsFor } from '../projects/stream-settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { queryReflections } from '../reflections/query-reflections.ts';
import { KNOWLEDGE, type Preset, reflections, weighted } from '../retrieval/presets.ts';
import { type Result, retrieve } from '../retrieval/retrieve.ts';
import { requiredScope } from '../traces/required-metadata.ts';
import { knowledgeMessages } from './inject.ts';
import { searchedScope } from './knowledge-config.ts';

/** The messages to put in front of a conversation, and the entries in them. */
export type Knowledge = {
  messages: ChatMessage[];
  results: Result[];
  tokens: number;
  omitted: Omitted[];
};

/** An entry that was found and not put into the messages. */
export type Omitted = {
  result: Result;
  reason: 'MIN_SCORE' | 'RELATIVE_SCORE' | 'TOKEN_BUDGET' | 'LIMIT';
};

type Question = {
  config: KnowledgeConfig;
  messages: readonly ChatMessage[];
  /** The metadata of the run; null where there is none. */
  metadata?: Metadata | null;
  /** Memories that were already read. */
  memories: readonly MemoryRow[];
};

/**
 * Searches with the text of the last user message, and creates messages from the results: entries of the
 * configured memories, then lessons for the task. If no memory is configured, no entries are searched.
 * @throws NOT_FOUND (a memory), EMBEDDING_UNAVAILABLE
 */
export async function findKnowledge(
  app: App,
  caller: Caller,
  { config, messages, memories, metadata = null }: Question,
): Promise<Knowledge> {
  const query = latestUserText(messages);
  if (query === null) return { messages: [], results: [], tokens: 0, omitted: [] };
  const [found, lessons] = await Promise.all([
    searchMemories(app, caller, config, query),
    config.reflections ? searchLessons(app, caller, { ...config, metadata }, query) : [],
  ]);
  const known = new Set(found.map(({ entry }) => entry.id));
  const results = [...found, ...lessons.filter(({ entry }) => !known.has(entry.id))];
  const names = new Map(memories.map((memory) => [memory.id, memory.name]));
  const ids = [...new Set(results.map(({ entry }) => entry.memoryId))].filter(
    (id) => !names.has(id),
  );
  const others = ids.length > 0 ? await findMemories(app, caller.project.id, ids) : [];
  for (const memory of others) names.set(memory.id, memory.name);
  const pieces = results.map(({ entry }) => ({
    memoryName: names.get(entry.memoryId) ?? '',
    content: textOf(entry),
  }));
  return { messages: knowledgeMessages(pieces, config.injectAs), results, tokens: 0, omitted: [] };
}

/** The text of the last user message, up to `MAX_CONTENT_BYTES`; null if there is none. */
export function latestUserText(messages: readonly ChatMessage[]): string | null {
  const content = messages.findLast((message) => message.role === 'user')?.content;
  const text =
    typeof content === 'string'
      ? content
      : (content ?? []).map((part) => ('text' in part ? part.text : '')).join('\n');
  const bytes = Buffer.from(text.trim()).subarray(0, MAX_CONTENT_BYTES);
  const cut = bytes
    .toString('utf8')
    .replace(/\uFFFD$/, '')
    .replaceAll('\0', '')
    .trim();
  return cut === '' ? null : cut;
}

async function searchMemories(
  app: App,
  { project }: Caller,
  config: KnowledgeConfig,
  query: string,
): Promise<Result[]> {
  const { minScore, limit, ranking, lambda, mmrLambda } = config;
  const { memoryIds, memoryTags } = config.scope;
  if (memoryIds.length === 0 && memoryTags.length === 0) return [];
  const presets: Record<KnowledgeConfig['ranking'], Preset> = {
    SIMILARITY: KNOWLEDGE,
    UTILITY: reflections(lambda),
    WEIGHTED: weighted(streamSettingsFor(project, null)),
  };
  const { results } = await retrieve(
    app,
    project,
    {
      query,
      mode: 'SEMANTIC',
      scope: searchedScope(config.scope),
      hasLesson: false,
      minScore: null,
      similarityThreshold: minScore ?? 0,
      mmrLambda: ranking === 'UTILITY' ? mmrLambda : 1,
      limit,
    },
    presets[ranking],
  );
  return results;
}

async function searchLessons(
  app: App,
  caller: Caller,
  { lambda, mmrLambda, limit, scope, metadata }: KnowledgeConfig & { metadata: Metadata | null },
  task: string,
): Promise<Result[]> {
  const filter = requiredScope(caller.project, { filter: scope.metadata, metadata });
  const query = { task, lambda, mmrLambda, limit, scope: { metadata: filter }, explain: false };
  return (await queryReflections(app, caller, query)).results;
}

/** The text of an entry for a prompt. A lesson includes its task and result. */
function textOf(entry: Result['entry']): string {
  const content = contentOf(entry);
  if (entry.lesson === null) return content;
  const { task, outcome } = entry.lesson;
  const went = outcome === null ? '' : ` (${outcome === 'PASS' ? 'passed' : 'failed'})`;
  return `Past task${went}: ${task} Reflection: ${content}`;
}
