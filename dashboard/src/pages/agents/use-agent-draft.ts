import { useState } from 'react';
import type { DescribedError } from '../../api/errors.ts';
import { useLiveEvent } from '../../api/live-events.tsx';
import type { AgentDetailsFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormError } from '../../components/use-form-error.ts';
import { SAVE_AGENT } from './documents.ts';
import { type AgentDraft, draftOf, isSame, type KnowledgeDraft, updateOf } from './draft.ts';

export type AgentEditing = {
  draft: AgentDraft;
  /** The agent as the server has it. */
  saved: AgentDraft;
  isChanged: boolean;
  /** True if the agent was changed elsewhere after the editing began. */
  isOutdated: boolean;
  isSaving: boolean;
  error: DescribedError | null;
  change(fields: Partial<AgentDraft>): void;
  changeKnowledge(fields: Partial<KnowledgeDraft>): void;
  discard(): void;
  save(): Promise<void>;
};

/**
 * The draft of an agent. Without edits, it follows changes that are made elsewhere. Edits are kept until they are
 * saved or discarded.
 */
export function useAgentDraft(agent: AgentDetailsFragment, refetch: () => unknown): AgentEditing {
  const saved = draftOf(agent);
  const [edited, setEdited] = useState<{ draft: AgentDraft; from: AgentDraft } | null>(null);
  const [error, setError] = useFormError(edited?.draft);
  const { run, isRunning } = useAction(SAVE_AGENT, { success: 'Agent saved', onError: setError });
  useLiveEvent((event) => {
    const isRead = agent.knowledgeConfig.memories.some(({ id }) => id === event.memoryId);
    const isOfMemory = event.type === 'MEMORY_DELETED' || event.type === 'MEMORY_RESTORED';
    const isOfAgent =
      (event.type === 'AGENT_UPDATED' || event.type === 'AGENT_DELETED') &&
      event.agentId === agent.id;
    if (isOfAgent || (isRead && isOfMemory)) refetch();
  });
  const draft = edited?.draft ?? saved;
  const change = (fields: Partial<AgentDraft>) =>
    setEdited((before) => ({
      draft: { ...(before?.draft ?? saved), ...fields },
      from: before?.from ?? saved,
    }));
  const isChanged = edited !== null && !isSame(draft, saved);
  return {
    draft,
    saved,
    isChanged,
    isOutdated: isChanged && !isSame(edited.from, saved),
    isSaving: isRunning,
    error,
    change,
    changeKnowledge: (fields) =>
      setEdited((before) => {
        const now = before?.draft ?? saved;
        return {
          draft: { ...now, knowledge: { ...now.knowledge, ...fields } },
          from: before?.from ?? saved,
        };
      }),
    discard: () => {
      setError(null);
      setEdited(null);
    },
    save: async () => {
      setError(null);
      const answer = await run({ input: updateOf(agent.id, draft) });
      if (answer === null) return;
      const from = draftOf(answer.updateAgent.agent);
      // What was edited meanwhile stays.
      setEdited((now) => (now === null || isSame(now.draft, draft) ? null : { ...now, from }));
    },
  };
}
