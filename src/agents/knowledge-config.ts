import { z } from 'zod';
import { ENTRY_KINDS, INJECTIONS, KNOWLEDGE_RANKINGS, type KnowledgeConfig } from '../db/tables.ts';
import { unitInput } from '../input.ts';
import { globsInput } from '../memories/tags.ts';

export const MAX_LIMIT = 50;
const limitMessage = `must be from 1 to ${MAX_LIMIT}`;

/** The knowledge configuration of a call. An omitted field has the agent's value. */
export const knowledgeInput = z.object({
  memoryIds: z.array(z.string()).max(500, 'must hold at most 500 ids').nullish(),
  memoryTags: globsInput.nullish(),
  kinds: z.array(z.enum(ENTRY_KINDS)).nullish(),
  minScore: unitInput.nullish(),
  limit: z.number().int().min(1, limitMessage).max(MAX_LIMIT, limitMessage).nullish(),
  ranking: z.enum(KNOWLEDGE_RANKINGS).nullish(),
  lambda: unitInput.nullish(),
  mmrLambda: unitInput.nullish(),
  reflections: z.boolean().nullish(),
  injectAs: z.enum(INJECTIONS).nullish(),
});

/** The knowledge configuration of an agent, which additionally has the memory to write to. */
export const agentKnowledgeInput = knowledgeInput.extend({ writeMemoryId: z.string().nullish() });

export type KnowledgeInput = z.infer<typeof knowledgeInput>;

/** The defaults of SOAT's `knowledge_config` and of Reflect's ranking. */
export const DEFAULT_KNOWLEDGE: KnowledgeConfig = {
  memoryIds: [],
  memoryTags: [],
  kinds: [],
  minScore: 0.5,
  limit: 5,
  ranking: 'SIMILARITY',
  lambda: 0.5,
  mmrLambda: 0.7,
  reflections: false,
  writeMemoryId: null,
  injectAs: 'SYSTEM',
};

/**
 * Combines the configurations of an agent and of a call (SOAT). Lists of the call are added to the agent's,
 * and its other values replace the agent's. A call cannot change `writeMemoryId`.
 */
export function mergeKnowledge(
  agent: KnowledgeConfig,
  call: KnowledgeInput | null | undefined,
): KnowledgeConfig {
  const unite = <Item>(own: readonly Item[], more: readonly Item[] | null | undefined) => [
    ...new Set([...own, ...(more ?? [])]),
  ];
  return {
    memoryIds: unite(agent.memoryIds, call?.memoryIds),
    memoryTags: unite(agent.memoryTags, call?.memoryTags),
    kinds: unite(agent.kinds, call?.kinds),
    minScore: call?.minScore ?? agent.minScore,
    limit: call?.limit ?? agent.limit,
    ranking: call?.ranking ?? agent.ranking,
    lambda: call?.lambda ?? agent.lambda,
    mmrLambda: call?.mmrLambda ?? agent.mmrLambda,
    reflections: call?.reflections ?? agent.reflections,
    writeMemoryId: agent.writeMemoryId,
    injectAs: call?.injectAs ?? agent.injectAs,
  };
}
