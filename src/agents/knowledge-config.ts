import { z } from 'zod';
import { ANY_ENTRY, mapTimes } from '../db/entry-conditions.ts';
import {
  INJECTIONS,
  KNOWLEDGE_RANKINGS,
  type KnowledgeConfig,
  type StoredScope,
} from '../db/tables/agents.ts';
import { SEARCH_MODES } from '../db/tables/stream-settings.ts';
import { unitInput, wholeFrom } from '../input.ts';
import { type KnowledgeScope, scopeFields, toScope } from '../memories/scope.ts';
import { tokenBudgetInput } from '../token-budget.ts';

export const MAX_INJECTED_ENTRIES = 50;

/** The knowledge configuration of a call. An omitted field has the agent's value. */
export const knowledgeInput = z.object({
  scope: scopeFields.nullish(),
  mode: z.enum(SEARCH_MODES).nullish(),
  minScore: unitInput.nullish(),
  relativeScore: unitInput.nullish(),
  limit: wholeFrom(1, MAX_INJECTED_ENTRIES).nullish(),
  tokenBudget: tokenBudgetInput.nullish(),
  ranking: z.enum(KNOWLEDGE_RANKINGS).nullish(),
  lambda: unitInput.nullish(),
  mmrLambda: unitInput.nullish(),
  reflections: z.boolean().nullish(),
  injectAs: z.enum(INJECTIONS).nullish(),
});

/** The knowledge configuration of an agent, which additionally has the memory to write to. */
export const agentKnowledgeInput = knowledgeInput.extend({ writeMemoryId: z.string().nullish() });

export type KnowledgeInput = z.infer<typeof knowledgeInput>;

/** The defaults, chosen by measuring (docs/decisions/023-what-an-agent-is-told.md). */
export const DEFAULT_KNOWLEDGE: KnowledgeConfig = {
  scope: storedScope({}),
  mode: 'HYBRID',
  minScore: null,
  relativeScore: 0.3,
  limit: 20,
  tokenBudget: 500,
  ranking: 'RELEVANCE',
  lambda: 0.4,
  mmrLambda: 0.7,
  reflections: false,
  writeMemoryId: null,
  injectAs: 'SYSTEM',
};

/** A scope as it is stored with an agent. */
export function storedScope(given: z.infer<typeof scopeFields>): StoredScope {
  const { memoryIds, memoryTags, conditions } = toScope(given);
  return {
    ...conditions,
    ...mapTimes(conditions, (time) => time.toISOString()),
    memoryIds: memoryIds ?? [],
    memoryTags: memoryTags ?? [],
  };
}

/** Whether a scope names memories to search. Without any, nothing is searched. */
export function namesMemories({ memoryIds, memoryTags }: StoredScope): boolean {
  return memoryIds.length > 0 || memoryTags.length > 0;
}

/**
 * The scope of a search with a stored scope. If only one of its two lists is empty, it becomes null, as in a search by
 * ids or tags only. Two empty lists match nothing.
 */
export function searchedScope({ memoryIds, memoryTags, ...stored }: StoredScope): KnowledgeScope {
  const conditions = { ...ANY_ENTRY, ...stored };
  return {
    memoryIds: memoryIds.length === 0 && memoryTags.length > 0 ? null : memoryIds,
    memoryTags: memoryTags.length === 0 && memoryIds.length > 0 ? null : memoryTags,
    conditions: { ...conditions, ...mapTimes(conditions, (time) => new Date(time)) },
  };
}

/**
 * Combines the configurations of an agent and of a call (SOAT). The memories, tags and kinds of the call's
 * scope are added to the agent's, and its other values replace the agent's. A call cannot change
 * `writeMemoryId`.
 */
export function mergeKnowledge(
  agent: KnowledgeConfig,
  call: KnowledgeInput | null | undefined,
): KnowledgeConfig {
  return {
    scope: call?.scope ? mergeScopes(agent.scope, storedScope(call.scope)) : agent.scope,
    mode: call?.mode ?? agent.mode,
    minScore: call?.minScore === undefined ? agent.minScore : call.minScore,
    relativeScore: call?.relativeScore ?? agent.relativeScore,
    limit: call?.limit ?? agent.limit,
    tokenBudget: call?.tokenBudget ?? agent.tokenBudget,
    ranking: call?.ranking ?? agent.ranking,
    lambda: call?.lambda ?? agent.lambda,
    mmrLambda: call?.mmrLambda ?? agent.mmrLambda,
    reflections: call?.reflections ?? agent.reflections,
    writeMemoryId: agent.writeMemoryId,
    injectAs: call?.injectAs ?? agent.injectAs,
  };
}

function mergeScopes(agent: StoredScope, call: StoredScope): StoredScope {
  const unite = <Item>(own: readonly Item[], more: readonly Item[]) => [
    ...new Set([...own, ...more]),
  ];
  const given = Object.entries(call).filter(([, value]) => value !== null);
  return {
    ...agent,
    ...Object.fromEntries(given),
    memoryIds: unite(agent.memoryIds, call.memoryIds),
    memoryTags: unite(agent.memoryTags, call.memoryTags),
    ...(agent.kinds && call.kinds && { kinds: unite(agent.kinds, call.kinds) }),
  };
}
