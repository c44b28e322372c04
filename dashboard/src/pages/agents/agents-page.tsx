import { useQuery } from '@apollo/client/react';
import { Badge, Button, Group, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { AgentRowFragment } from '../../api/types.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { AddIcon, AgentIcon, ChatIcon } from '../../components/icons.ts';
import { InfiniteList } from '../../components/infinite-list.tsx';
import { ButtonLink, TextLink } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Time } from '../../components/time.tsx';
import { count } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { CreateAgentForm } from './create-agent-form.tsx';
import { AGENTS_PAGE } from './documents.ts';

export function AgentsPage() {
  const { canWrite } = useSession();
  const [isCreating, creating] = useDisclosure(false);
  const create = canWrite && (
    <Button leftSection={<AddIcon size={16} />} onClick={creating.open}>
      New agent
    </Button>
  );
  return (
    <Page
      title="Agents"
      description="Instructions, a chat model, and the knowledge that is put in front of every conversation."
      actions={create}
    >
      <AgentList create={create} />
      {isCreating && <CreateAgentForm onClose={creating.close} />}
    </Page>
  );
}

function AgentList({ create }: { create: React.ReactNode }) {
  const { data, error, refetch, fetchMore } = useQuery(AGENTS_PAGE);
  useRefetchOn(['AGENT_CREATED', 'AGENT_UPDATED', 'AGENT_DELETED'], refetch);
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading agents" />;
  const { edges, pageInfo, totalCount } = data.agents;
  if (edges.length === 0) {
    return (
      <EmptyState icon={AgentIcon} title="No agents yet" action={create}>
        An agent answers with what its memories say about a question, and can write to one of them.
        Runtimes with a model of their own can ask it for its knowledge alone.
      </EmptyState>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {count(totalCount, 'agent')}
      </Text>
      <InfiniteList
        label="Agents"
        items={edges.map(({ node }) => node)}
        estimatedHeight={96}
        hasMore={pageInfo.hasNextPage}
        loadMore={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
        renderItem={(agent) => <AgentCard agent={agent} />}
      />
    </>
  );
}

function AgentCard({ agent }: { agent: AgentRowFragment }) {
  const { canWrite } = useSession();
  const params = { projectId: useProjectId(), agentId: agent.id };
  return (
    <Paper p="md">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Group gap="xs" miw={0}>
          <TextLink
            to="/projects/$projectId/agents/$agentId"
            params={params}
            fw={600}
            style={{ overflowWrap: 'anywhere' }}
          >
            {agent.name}
          </TextLink>
          {agent.model && (
            <Badge color="gray" c="var(--mantine-color-text)">
              {agent.model}
            </Badge>
          )}
          <Text size="sm" c="dimmed">
            changed <Time value={agent.updatedAt} />
          </Text>
        </Group>
        {canWrite && (
          <ButtonLink
            to="/projects/$projectId/agents/$agentId/chat"
            params={params}
            variant="light"
            size="xs"
            flex="none"
            leftSection={<ChatIcon size={14} />}
            aria-label={`Chat with ${agent.name}`}
          >
            Chat
          </ButtonLink>
        )}
      </Group>
      {agent.instructions && (
        <Text size="sm" c="dimmed" lineClamp={2} mt={2} style={{ overflowWrap: 'anywhere' }}>
          {agent.instructions}
        </Text>
      )}
      <KnowledgeLine agent={agent} />
    </Paper>
  );
}

/** What the agent reads and writes, in one line. */
function KnowledgeLine({ agent }: { agent: AgentRowFragment }) {
  const { scope, memories, writeMemoryId } = agent.knowledgeConfig;
  const nameOf = (id: string) =>
    memories.find((memory) => memory.id === id)?.memory?.name ?? 'a memory that no longer exists';
  const reads = [...scope.memoryIds.map(nameOf), ...scope.memoryTags.map((tag) => `tag ${tag}`)];
  const warnings = memories.filter(({ warning }) => warning !== null).length;
  return (
    <Group gap="xs" mt={6}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {reads.length > 0 ? `Reads ${shortened(reads)}` : 'Reads no memory'}
        {writeMemoryId && `; writes to ${nameOf(writeMemoryId)}`}
      </Text>
      {warnings > 0 && <Badge color="orange">{count(warnings, 'warning')}</Badge>}
    </Group>
  );
}

/** The first names, and how many more there are. */
function shortened(names: readonly string[]): string {
  const more = names.length - 4;
  return more > 0 ? `${names.slice(0, 4).join(', ')} and ${more} more` : names.join(', ');
}
