import type {
  AgentDetailsFragment,
  CallKnowledgeInput,
  KnowledgeConfigInput,
  KnowledgeScope,
  UpdateAgentInput,
} from '../../api/types.ts';
import { compactScope } from '../../components/scope.ts';

type Config = AgentDetailsFragment['knowledgeConfig'];

/** The knowledge configuration as it is edited. */
export type KnowledgeDraft = Pick<
  Config,
  | 'mode'
  | 'minScore'
  | 'relativeScore'
  | 'limit'
  | 'tokenBudget'
  | 'ranking'
  | 'lambda'
  | 'mmrLambda'
  | 'reflections'
  | 'writeMemoryId'
  | 'injectAs'
> & { scope: KnowledgeScope };

/** The draft of an agent. An empty text stands for null. */
export type AgentDraft = {
  name: string;
  instructions: string;
  model: string;
  temperature: number | null;
  maxSteps: number;
  knowledge: KnowledgeDraft;
};

/** The defaults of a knowledge configuration, as the schema names them. */
export const KNOWLEDGE_DEFAULTS = {
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
} satisfies Omit<KnowledgeDraft, 'scope'>;

export function draftOf(agent: AgentDetailsFragment): AgentDraft {
  const { mode, minScore, relativeScore, limit, tokenBudget } = agent.knowledgeConfig;
  const { ranking, lambda, mmrLambda, reflections, writeMemoryId, injectAs } =
    agent.knowledgeConfig;
  return {
    name: agent.name,
    instructions: agent.instructions ?? '',
    model: agent.model ?? '',
    temperature: agent.temperature,
    maxSteps: agent.maxSteps,
    knowledge: {
      scope: scopeOf(agent.knowledgeConfig.scope),
      mode,
      minScore,
      relativeScore,
      limit,
      tokenBudget,
      ranking,
      lambda,
      mmrLambda,
      reflections,
      writeMemoryId,
      injectAs,
    },
  };
}

/** A scope without the conditions that do not restrict it. */
export function scopeOf(scope: KnowledgeScope): KnowledgeScope {
  const { __typename: _, ...conditions } = scope as KnowledgeScope & { __typename?: string };
  return compactScope(conditions) ?? {};
}

/** True if two drafts have the same content. */
export function isSame(one: AgentDraft, other: AgentDraft): boolean {
  const text = (draft: AgentDraft) => {
    const scope = Object.entries(scopeOf(draft.knowledge.scope)).sort();
    return JSON.stringify({ ...draft, knowledge: { ...draft.knowledge, scope } });
  };
  return text(one) === text(other);
}

export function updateOf(agentId: string, draft: AgentDraft): UpdateAgentInput {
  return {
    agentId,
    name: draft.name.trim(),
    instructions: draft.instructions.trim() === '' ? null : draft.instructions,
    model: draft.model.trim() || null,
    temperature: draft.temperature,
    maxSteps: draft.maxSteps,
    knowledgeConfig: configOf(draft),
  };
}

function configOf({ knowledge }: AgentDraft): KnowledgeConfigInput {
  return { ...knowledge, scope: scopeOf(knowledge.scope) };
}

/** The unsaved configuration as overrides of one call. A call can add to the agent's lists, but not shorten them. */
export function callConfigOf({ knowledge }: AgentDraft): CallKnowledgeInput {
  const { writeMemoryId: _, ...config } = knowledge;
  return { ...config, scope: scopeOf(config.scope) };
}

/** What the unsaved configuration removes from the saved one. The overrides of a call cannot express this. */
export function removedFrom(saved: AgentDraft, draft: AgentDraft): string[] {
  const before = saved.knowledge.scope;
  const now = scopeOf(draft.knowledge.scope);
  const lost = (name: 'memoryIds' | 'memoryTags' | 'kinds') => {
    const kept: readonly string[] = now[name] ?? [];
    const had: readonly string[] = before[name] ?? [];
    return had.some((value) => !kept.includes(value));
  };
  const conditions = Object.keys(before).filter(
    (name) => !['memoryIds', 'memoryTags', 'kinds'].includes(name) && !(name in now),
  );
  return [
    ...(lost('memoryIds') ? ['memories'] : []),
    ...(lost('memoryTags') ? ['tags'] : []),
    ...(lost('kinds') ? ['kinds'] : []),
    ...(conditions.length > 0 ? ['other conditions'] : []),
  ];
}
