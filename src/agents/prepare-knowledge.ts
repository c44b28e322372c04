import type { App } from '../app.ts';
import type { AgentRow } from '../db/rows.ts';
import type { KnowledgeConfig } from '../db/tables/agents.ts';
import { findCachedMemories } from '../memories/memories.ts';
import type { ChatMessage } from '../models/chat.ts';
import type { Caller } from '../projects/viewer.ts';
import { findKnowledge, type Knowledge, type OfRun } from './find-knowledge.ts';
import { type KnowledgeInput, mergeKnowledge } from './knowledge-config.ts';
import {
  type KnowledgeWarning,
  memoryIdsOf,
  scopeWarnings,
  warningsOf,
} from './knowledge-warnings.ts';

type KnowledgeRequest = OfRun & {
  agent: AgentRow;
  conversation: ChatMessage[];
  /** The knowledge configuration of the call, which is merged into the agent's; null if it has none. */
  knowledge: KnowledgeInput | null;
  /** Whether to return the entries that were left out, which needs further queries; false when omitted. */
  explain?: boolean;
  /** Whether the entries need their current counts (`Retrieval.withCounts`); false when omitted. */
  withCounts?: boolean;
};

/**
 * The knowledge for a conversation of an agent, without an effect on the entries. Deleted memories of the
 * agent's configuration are left out, with a warning for each.
 */
export async function prepareKnowledge(
  app: App,
  caller: Caller,
  { agent, conversation, knowledge, explain = false, withCounts = false, ...run }: KnowledgeRequest,
): Promise<{ knowledge: Knowledge; config: KnowledgeConfig; warnings: KnowledgeWarning[] }> {
  const own = agent.knowledgeConfig;
  const found = await findCachedMemories(app, caller.project.id, memoryIdsOf(own));
  const kept = found.filter(
    ({ id, deletedAt }) => deletedAt === null && own.scope.memoryIds.includes(id),
  );
  const scope = { ...own.scope, memoryIds: kept.map((memory) => memory.id) };
  const config = mergeKnowledge({ ...own, scope }, knowledge);
  const question = { config, messages: conversation, memories: kept, explain, withCounts, ...run };
  return {
    config,
    knowledge: await findKnowledge(app, caller, question),
    warnings: [...warningsOf(own, found), ...scopeWarnings(mergeKnowledge(own, knowledge))],
  };
}
