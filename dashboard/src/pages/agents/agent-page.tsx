import { useQuery } from '@apollo/client/react';
import { Button, Grid, Stack } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { AgentDetailsFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { confirmDanger } from '../../components/confirm.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { AgentIcon, ChatIcon, TrashIcon } from '../../components/icons.ts';
import { ButtonLink, TextLink } from '../../components/link.tsx';
import { CrumbLink, Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Time } from '../../components/time.tsx';
import { UnsavedChanges } from '../../components/unsaved-changes.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { AgentFields } from './agent-fields.tsx';
import { AgentRuns } from './agent-runs.tsx';
import { ChangedElsewhere, SaveBar } from './agent-save-bar.tsx';
import { AGENT_PAGE, DELETE_AGENT } from './documents.ts';
import { KnowledgeFields } from './knowledge-fields.tsx';
import { KnowledgePreview } from './knowledge-preview.tsx';
import { useAgentDraft } from './use-agent-draft.ts';

export function AgentPage() {
  const { agentId = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(AGENT_PAGE, { variables: { id: agentId } });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading the agent" />;
  if (data.agent === null) return <NoSuchAgent />;
  return <AgentEditor key={agentId} agent={data.agent} refetch={refetch} />;
}

export function NoSuchAgent() {
  const projectId = useProjectId();
  return (
    <Page title="Agent">
      <EmptyState
        icon={AgentIcon}
        title="There is no such agent"
        action={
          <TextLink to="/projects/$projectId/agents" params={{ projectId }}>
            All agents
          </TextLink>
        }
      >
        It was deleted, or it belongs to another project.
      </EmptyState>
    </Page>
  );
}

type EditorProps = { agent: AgentDetailsFragment; refetch: () => unknown };

function AgentEditor({ agent, refetch }: EditorProps) {
  const { canWrite } = useSession();
  const projectId = useProjectId();
  const editing = useAgentDraft(agent, refetch);
  const { draft, change, changeKnowledge, isChanged } = editing;
  return (
    <Page
      title={agent.name}
      crumbs={[
        <CrumbLink key="agents" to="/projects/$projectId/agents" params={{ projectId }}>
          Agents
        </CrumbLink>,
      ]}
      description={
        <>
          Changed <Time value={agent.updatedAt} /> · <CopyId id={agent.id} />
        </>
      }
      actions={canWrite && <Actions agent={agent} />}
    >
      <UnsavedChanges isChanged={isChanged} />
      <ChangedElsewhere editing={editing} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <fieldset disabled={!canWrite} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
            <Stack>
              <AgentFields draft={draft} change={change} />
              <KnowledgeFields agent={agent} knowledge={draft.knowledge} change={changeKnowledge} />
            </Stack>
          </fieldset>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack>
            <KnowledgePreview agentId={agent.id} draft={draft} saved={editing.saved} />
            <AgentRuns agentId={agent.id} />
          </Stack>
        </Grid.Col>
      </Grid>
      {canWrite && <SaveBar editing={editing} />}
    </Page>
  );
}

function Actions({ agent }: { agent: AgentDetailsFragment }) {
  const projectId = useProjectId();
  return (
    <>
      <ButtonLink
        to="/projects/$projectId/agents/$agentId/chat"
        params={{ projectId, agentId: agent.id }}
        leftSection={<ChatIcon size={16} />}
      >
        Chat
      </ButtonLink>
      <DeleteButton agent={agent} />
    </>
  );
}

function DeleteButton({ agent }: { agent: AgentDetailsFragment }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const remove = useAction(DELETE_AGENT, {
    success: `${agent.name} is deleted`,
    refetch: ['AgentsPage'],
  });
  const ask = () =>
    confirmDanger({
      title: `Delete ${agent.name}?`,
      text: 'The agent and its generations are permanently deleted. Its traces, and what it wrote to memories, are kept.',
      confirm: 'Delete agent',
      onConfirm: async () => {
        const isDeleted = await remove.run({ input: { agentId: agent.id } });
        // The page of a deleted agent does not ask about unsaved changes.
        const to = '/projects/$projectId/agents';
        if (isDeleted) await navigate({ to, params: { projectId }, ignoreBlocker: true });
      },
    });
  return (
    <Button
      variant="default"
      leftSection={<TrashIcon size={16} />}
      onClick={ask}
      loading={remove.isRunning}
    >
      Delete
    </Button>
  );
}
