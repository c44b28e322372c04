import { NativeSelect, SimpleGrid, Stack, Switch } from '@mantine/core';
import type { AgentDetailsFragment } from '../../api/types.ts';
import { Fold } from '../../components/fold.tsx';
import { MemorySelect } from '../../components/memory-select.tsx';
import { ScopeFields } from '../../components/scope-fields.tsx';
import { Section } from '../../components/section.tsx';
import { KNOWLEDGE_DEFAULTS, type KnowledgeDraft } from './draft.ts';
import { ConfigWarnings } from './knowledge-warnings.tsx';
import { NumberField } from './number-field.tsx';
import { ScopeMatch } from './scope-match.tsx';

type Change = (fields: Partial<KnowledgeDraft>) => void;

type Props = { agent: AgentDetailsFragment; knowledge: KnowledgeDraft; change: Change };

/** Which knowledge is put in front of a conversation, and how. */
export function KnowledgeFields({ agent, knowledge, change }: Props) {
  const missing = agent.knowledgeConfig.memories
    .filter(({ warning }) => warning !== null)
    .map(({ id }) => id);
  return (
    <>
      <Section title="What it reads and writes">
        <Stack gap="sm">
          <ConfigWarnings agent={agent} knowledge={knowledge} change={change} />
          <ScopeFields
            value={knowledge.scope}
            onChange={(scope) => change({ scope })}
            columns={2}
            memoriesPlaceholder="None"
          />
          <ScopeMatch scope={knowledge.scope} missing={missing} />
          <MemorySelect
            label="Writes to"
            description="Gives the agent the tool write_memory, with which it keeps what it learns in a conversation. Without a memory it cannot write."
            placeholder="It cannot write"
            value={knowledge.writeMemoryId}
            onChange={(writeMemoryId) => change({ writeMemoryId })}
            clearable
          />
          <Switch
            label="Lessons of past runs"
            description="Reflections on reviewed runs, from the same memories, are told as well. They have a limit and a token budget of their own. Off by default."
            checked={knowledge.reflections}
            onChange={(event) => change({ reflections: event.currentTarget.checked })}
          />
        </Stack>
      </Section>
      <Section title="How much it is told">
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <NumberField
              label="Entries"
              description="Maximum number of entries, best first (20)."
              value={knowledge.limit}
              onChange={(limit) => change({ limit: limit ?? KNOWLEDGE_DEFAULTS.limit })}
              min={1}
              max={50}
              isInteger
            />
            <NumberField
              label="Tokens"
              description="Maximum for all entries; a token is counted as four bytes (500). The best entry is always told."
              value={knowledge.tokenBudget}
              onChange={(tokens) =>
                change({ tokenBudget: tokens ?? KNOWLEDGE_DEFAULTS.tokenBudget })
              }
              min={1}
              max={100_000}
              step={100}
              isInteger
            />
            <NativeSelect
              label="Ranking"
              description={RANKINGS[knowledge.ranking].about}
              inputWrapperOrder={['label', 'input', 'description']}
              data={Object.entries(RANKINGS).map(([value, { label }]) => ({ value, label }))}
              value={knowledge.ranking}
              onChange={(event) =>
                change({ ranking: event.currentTarget.value as KnowledgeDraft['ranking'] })
              }
            />
            <NativeSelect
              label="Compares by"
              description={MODES[knowledge.mode].about}
              inputWrapperOrder={['label', 'input', 'description']}
              data={Object.entries(MODES).map(([value, { label }]) => ({ value, label }))}
              value={knowledge.mode}
              onChange={(event) =>
                change({ mode: event.currentTarget.value as KnowledgeDraft['mode'] })
              }
            />
          </SimpleGrid>
          <LessUsual knowledge={knowledge} change={change} />
        </Stack>
      </Section>
    </>
  );
}

type Choices<V extends string> = Record<V, { label: string; about: string }>;

const RANKINGS: Choices<KnowledgeDraft['ranking']> = {
  RELEVANCE: {
    label: 'Relevance (default)',
    about: 'The entries that are nearest to the question come first.',
  },
  UTILITY: {
    label: 'Relevance and utility',
    about: 'Entries that helped in reviewed runs rank higher. The weights are below.',
  },
  WEIGHTED: {
    label: 'Recency, importance and relevance',
    about:
      'Uses the stream settings of the memory, or of the project if there are several memories.',
  },
};

const MODES: Choices<KnowledgeDraft['mode']> = {
  HYBRID: {
    label: 'Words and meaning (default)',
    about: 'Finds names and numbers as well as paraphrases, and dates in the question.',
  },
  SEMANTIC: { label: 'Meaning', about: 'The cosine similarity of embeddings alone.' },
  LEXICAL: { label: 'Words', about: 'The words of the question alone; needs no embedding model.' },
};

/** Settings that most agents leave as they are. They are folded unless they differ from the defaults. */
function LessUsual({ knowledge, change }: { knowledge: KnowledgeDraft; change: Change }) {
  const { lambda, mmrLambda, minScore, relativeScore, injectAs, ranking } = knowledge;
  const isUsual =
    lambda === KNOWLEDGE_DEFAULTS.lambda &&
    mmrLambda === KNOWLEDGE_DEFAULTS.mmrLambda &&
    minScore === KNOWLEDGE_DEFAULTS.minScore &&
    relativeScore === KNOWLEDGE_DEFAULTS.relativeScore &&
    injectAs === KNOWLEDGE_DEFAULTS.injectAs;
  return (
    <Fold title="Thresholds and weights" isOpenAtFirst={!isUsual || ranking === 'UTILITY'}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NumberField
          label="Share of the best"
          description="Entries below this share of the best one’s relevance are left out (0.3). 0 keeps all."
          value={relativeScore}
          onChange={(value) => change({ relativeScore: value ?? KNOWLEDGE_DEFAULTS.relativeScore })}
          min={0}
          max={1}
          step={0.05}
        />
        <NumberField
          label="Lowest relevance"
          description="Entries below it are left out, even the best. Empty by default."
          placeholder="No limit"
          value={minScore}
          onChange={(value) => change({ minScore: value })}
          min={0}
          max={1}
          step={0.05}
        />
        <NumberField
          label="Weight of the utility (lambda)"
          description="For the ranking by utility and for lessons (0.4). 0 ranks by relevance alone."
          value={lambda}
          onChange={(value) => change({ lambda: value ?? KNOWLEDGE_DEFAULTS.lambda })}
          min={0}
          max={1}
          step={0.1}
        />
        <NumberField
          label="Score against variety (mmrLambda)"
          description="1 ranks by score alone; less prefers entries that differ from those already chosen (0.7). For the ranking by utility and for lessons."
          value={mmrLambda}
          onChange={(value) => change({ mmrLambda: value ?? KNOWLEDGE_DEFAULTS.mmrLambda })}
          min={0}
          max={1}
          step={0.1}
        />
        <NativeSelect
          label="Told as"
          description={
            injectAs === 'SYSTEM'
              ? 'Each entry is a system message of its own.'
              : 'All entries stand in one message of the user, marked as data, so that text of users is not in the system role.'
          }
          inputWrapperOrder={['label', 'input', 'description']}
          data={[
            { value: 'SYSTEM', label: 'System messages (default)' },
            { value: 'USER', label: 'One user message' },
          ]}
          value={injectAs}
          onChange={(event) =>
            change({ injectAs: event.currentTarget.value as KnowledgeDraft['injectAs'] })
          }
        />
      </SimpleGrid>
    </Fold>
  );
}
