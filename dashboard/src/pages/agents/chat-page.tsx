import { useQuery } from '@apollo/client/react';
import { Alert, Box, Button, Code, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { ChatAgentQuery } from '../../api/types.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { AddIcon, ChatIcon, ToolIcon, WarningIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { CrumbLink, Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { NoSuchAgent } from './agent-page.tsx';
import { CHAT_AGENT } from './chat-documents.ts';
import { ChatTurn } from './chat-turn.tsx';
import { Composer } from './composer.tsx';
import { parseTools } from './conversation.ts';
import type { ChatSearch } from './search-params.ts';
import { ToolsDrawer } from './tools-drawer.tsx';
import { type Chat, useChat } from './use-chat.ts';
import { useFollowScroll } from './use-follow-scroll.ts';

const route = getRouteApi('/projects/$projectId/agents/$agentId/chat');

export function ChatPage() {
  const { agentId } = route.useParams();
  const { data, error, refetch } = useQuery(CHAT_AGENT, { variables: { id: agentId } });
  useRefetchOn(['AGENT_DELETED'], refetch, (event) => event.agentId === agentId);
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading the agent" />;
  if (data.agent === null) return <NoSuchAgent />;
  return <AgentChat key={agentId} agent={data.agent} />;
}

type Agent = NonNullable<ChatAgentQuery['agent']>;

function AgentChat({ agent }: { agent: Agent }) {
  const { canWrite } = useSession();
  const { generationId } = route.useSearch();
  const projectId = useProjectId();
  const chat = useChat({ projectId, agentId: agent.id }, generationId);
  const [isToolsOpen, tools] = useDisclosure(false);
  useOpenGeneration(chat, generationId);
  const { memoryIds, memoryTags } = agent.knowledgeConfig.scope;
  const readsNothing = !memoryIds?.length && !memoryTags?.length;
  return (
    <Page
      title={`Chat with ${agent.name}`}
      description="Each answer is recorded as a trace, as it would be for any other caller."
      crumbs={[
        <CrumbLink key="agents" to="/projects/$projectId/agents" params={{ projectId }}>
          Agents
        </CrumbLink>,
        <CrumbLink
          key="agent"
          to="/projects/$projectId/agents/$agentId"
          params={{ projectId, agentId: agent.id }}
        >
          {agent.name}
        </CrumbLink>,
      ]}
      actions={canWrite && <Actions chat={chat} openTools={tools.open} />}
    >
      {canWrite ? (
        <ChatBody chat={chat} readsNothing={readsNothing} />
      ) : (
        <EmptyState icon={ChatIcon} title="Your key can only read">
          A chat records runs and can write to memories, so it needs a key of role WRITE. What the
          agent would be told about a question is shown on its page.
        </EmptyState>
      )}
      <ToolsDrawer
        opened={isToolsOpen}
        onClose={tools.close}
        text={chat.tools}
        onChange={chat.setTools}
      />
    </Page>
  );
}

/** Keeps the id of the unfinished generation in the address, so that a reload or a link shows it again. */
function useOpenGeneration({ turns }: Chat, named: string | undefined): void {
  const navigate = useNavigate();
  const last = turns.at(-1);
  const status = last?.answer?.status ?? 'RUNNING';
  const isOpen = last?.error === null && (status === 'RUNNING' || status === 'REQUIRES_ACTION');
  const open = isOpen ? (last.generationId ?? undefined) : undefined;
  useEffect(() => {
    if (open === named) return;
    const search = (before: ChatSearch) => ({ ...before, generationId: open });
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  }, [open, named, navigate]);
}

function Actions({ chat, openTools }: { chat: Chat; openTools: () => void }) {
  const { tools, error } = parseTools(chat.tools);
  return (
    <>
      <Button
        variant="default"
        leftSection={error ? <WarningIcon size={16} /> : <ToolIcon size={16} />}
        onClick={openTools}
      >
        {tools.length > 0 ? `Tools (${tools.length})` : 'Tools'}
      </Button>
      <Button
        variant="default"
        leftSection={<AddIcon size={16} />}
        onClick={chat.restart}
        disabled={chat.turns.length === 0}
      >
        New conversation
      </Button>
    </>
  );
}

function ChatBody({ chat, readsNothing }: { chat: Chat; readsNothing: boolean }) {
  const { hasFeature } = useSession();
  const hasModel = hasFeature('CHAT');
  useFollowScroll(chat.live ?? (chat.turns.length > 0 ? chat.turns : null));
  return (
    <Stack gap="md" mih="calc(100dvh - 220px)">
      {!hasModel && <NoChatModel />}
      <Box
        role="log"
        aria-label="Conversation"
        aria-live="polite"
        aria-busy={chat.isAnswering}
        flex={1}
      >
        {chat.turns.length === 0 && hasModel && (
          <EmptyState icon={ChatIcon} title="Ask something">
            The answer streams, and beside it stands what the agent was told and what it wrote. The
            conversation stays in this tab when the page is reloaded.
          </EmptyState>
        )}
        <Stack gap="lg">
          {chat.turns.map((turn) => (
            <ChatTurn key={turn.key} turn={turn} chat={chat} readsNothing={readsNothing} />
          ))}
        </Stack>
      </Box>
      <Composer chat={chat} isDisabled={!hasModel} />
    </Stack>
  );
}

function NoChatModel() {
  return (
    <Alert color="orange" icon={<WarningIcon />} title="The server has no chat model">
      <Text size="sm">
        Start it with <Code>CHAT_MODEL</Code> and, for another endpoint than OpenAI’s,{' '}
        <Code>CHAT_BASE_URL</Code>, for example{' '}
        <Code>CHAT_MODEL=llama3.2 CHAT_BASE_URL=http://127.0.0.1:11434/v1 npm start</Code>; a key
        goes into <Code>CHAT_API_KEY</Code>. Until then an agent’s page shows what it would be told.
      </Text>
      <AgentLink />
    </Alert>
  );
}

function AgentLink() {
  const params = route.useParams();
  return (
    <TextLink
      to="/projects/$projectId/agents/$agentId"
      params={params}
      size="sm"
      underline="always"
      c="inherit"
    >
      Open the agent
    </TextLink>
  );
}
