import { useQuery } from '@apollo/client/react';
import { Alert, Paper, Select, Stack, Text } from '@mantine/core';
import type { OmissionReason, SearchAgentKnowledgeQuery } from '../../api/types.ts';
import { useKeptQuery } from '../../api/use-kept-query.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { AgentIcon } from '../../components/icons.ts';
import { PageLoader } from '../../components/page-loader.tsx';
import { Section } from '../../components/section.tsx';
import { count, number, sentenceCase } from '../../components/words.ts';
import { SEARCH_AGENT_KNOWLEDGE, SEARCH_AGENTS } from './documents.ts';
import { NothingAsked } from './nothing-asked.tsx';
import { ResultCard } from './result-card.tsx';
import { ScoreLegend } from './score-bar.tsx';
import { ShownQuery } from './shown-query.tsx';

type Knowledge = SearchAgentKnowledgeQuery['agentKnowledge'];

type Props = {
  query: string;
  agentId: string | undefined;
  onAgent: (agentId: string | undefined) => void;
};

const REASONS: Record<OmissionReason, string> = {
  MIN_SCORE: 'Its relevance is below the agent’s lowest score.',
  RELATIVE_SCORE: 'It is much less relevant than the best entry.',
  TOKEN_BUDGET: 'It does not fit into the token budget.',
  LIMIT: 'Its rank is beyond the agent’s limit.',
};

/** What would be put in front of a conversation of an agent, without a call to a chat model. */
export function AgentView({ query, agentId, onAgent }: Props) {
  const { data, error, refetch } = useQuery(SEARCH_AGENTS);
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading agents" />;
  const agents = data.agents.edges.map(({ node }) => ({ value: node.id, label: node.name }));
  if (agents.length === 0) {
    return (
      <EmptyState icon={AgentIcon} title="No agents yet">
        Create an agent on the page Agents; then this page shows what it is told for a message.
      </EmptyState>
    );
  }
  return (
    <Stack>
      <Select
        label="Agent"
        placeholder="Choose an agent"
        data={agents}
        value={agentId ?? null}
        onChange={(chosen) => onAgent(chosen ?? undefined)}
        searchable
        maw={420}
      />
      {agentId === undefined || query.trim() === '' ? (
        <NothingAsked>
          Choose an agent and type a message of a user. You see the messages that would be put in
          front of the conversation, and what was left out and why.
        </NothingAsked>
      ) : (
        <AgentKnowledge query={query} agentId={agentId} />
      )}
    </Stack>
  );
}

function AgentKnowledge({ query, agentId }: { query: string; agentId: string }) {
  const variables = { input: { agentId, messages: [{ role: 'user', content: query }] } };
  const { data, error, refetch } = useKeptQuery(SEARCH_AGENT_KNOWLEDGE, { variables });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Searching" />;
  const knowledge = data.agentKnowledge;
  const scores = [...knowledge.results, ...knowledge.omitted.map(({ result }) => result)];
  const greatest = Math.max(0, ...scores.map(({ score }) => score));
  return (
    <Stack>
      {knowledge.warnings.map(({ code, message }) => (
        <Alert key={`${code} ${message}`} color="orange" title="Not all knowledge is told">
          {message}
        </Alert>
      ))}
      <Injected knowledge={knowledge} />
      {knowledge.results.length > 0 && (
        <Section title="Entries in the messages">
          <ScoreLegend weights={null} hits={knowledge.results} />
          <Stack gap="xs" mt="sm" role="list" aria-label="Entries in the messages">
            {knowledge.results.map((hit, index) => (
              <ResultCard
                key={hit.entry.id}
                hit={hit}
                place={index + 1}
                greatest={greatest}
                weights={null}
              />
            ))}
          </Stack>
        </Section>
      )}
      {knowledge.omitted.length > 0 && (
        <Section title="Left out">
          <Stack gap="xs" role="list" aria-label="Left out">
            {knowledge.omitted.map(({ result, reason }) => (
              <ResultCard
                key={result.entry.id}
                hit={result}
                place={null}
                greatest={greatest}
                weights={null}
                reason={REASONS[reason]}
              />
            ))}
          </Stack>
        </Section>
      )}
      <ShownQuery document={SEARCH_AGENT_KNOWLEDGE} variables={variables} />
    </Stack>
  );
}

/** The messages as the model receives them, and the rules by which they were chosen. */
function Injected({ knowledge }: { knowledge: Knowledge }) {
  const { messages, tokens, knowledgeConfig: config } = knowledge;
  const rules = [
    `mode ${sentenceCase(config.mode)}`,
    `ranking ${sentenceCase(config.ranking)}`,
    `at most ${count(config.limit, 'entry', 'entries')}`,
    `at least ${config.relativeScore} of the best relevance`,
    ...(config.minScore === null ? [] : [`lowest relevance ${config.minScore}`]),
    ...(config.reflections ? ['with lessons of past runs'] : []),
  ];
  return (
    <Section title="Messages in front of the conversation">
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {count(messages.length, 'message')}, {number(tokens)} of at most{' '}
        {count(config.tokenBudget, 'token')}
        {config.reflections && ' (lessons have as many again)'}; {rules.join(', ')}.
      </Text>
      {messages.length === 0 && (
        <EmptyState icon={AgentIcon} title="The agent is told nothing">
          Nothing in its scope is about this message, or its knowledge configuration names no
          memory.
        </EmptyState>
      )}
      <Stack gap="xs" role="list" aria-label="Messages">
        {messages.map((message, index) => (
          <Paper key={index} p="sm" role="listitem" bg="var(--mantine-color-default-hover)">
            <Text size="xs" fw={600} c="dimmed">
              {sentenceCase(String(message.role))}
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {typeof message.content === 'string'
                ? message.content
                : JSON.stringify(message.content)}
            </Text>
          </Paper>
        ))}
      </Stack>
    </Section>
  );
}
