import { Badge, Group, Stack } from '@mantine/core';
import type { TraceDetailFragment } from '../../api/types.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { Facts } from '../../components/facts.tsx';
import { TextLink } from '../../components/link.tsx';
import { MetadataFold } from '../../components/metadata-fold.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { duration, number } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';

/** Who ran, with what, and what it took. */
export function RunFacts({ trace }: { trace: TraceDetailFragment }) {
  const { usage, durationMs, model, messageCount, createdAt, createdBy, metadata, id } = trace;
  return (
    <Section title="Run">
      <Stack gap="xs">
        <Facts
          items={[
            ['Agent', <AgentName key="agent" trace={trace} />],
            ['Model', model],
            ['Messages', number(messageCount)],
            [
              'Tokens',
              usage && `${number(usage.inputTokens)} read, ${number(usage.outputTokens)} written`,
            ],
            ['Duration', durationMs === null ? null : duration(durationMs)],
            [
              'Tools',
              trace.toolsUsed.length === 0 ? null : <Tools key="t" names={trace.toolsUsed} />,
            ],
            ['Recorded', <Time key="time" value={createdAt} />],
            ['By', createdBy?.name ?? null],
            ['Id', <CopyId key="id" id={id} />],
          ]}
        />
        <MetadataFold metadata={metadata} />
      </Stack>
    </Section>
  );
}

function AgentName({ trace: { agent, agentId } }: { trace: TraceDetailFragment }) {
  const projectId = useProjectId();
  if (agent === null) return agentId ?? 'Not recorded';
  return (
    <TextLink
      size="sm"
      to="/projects/$projectId/agents/$agentId"
      params={{ projectId, agentId: agent.id }}
    >
      {agent.name}
    </TextLink>
  );
}

function Tools({ names }: { names: readonly string[] }) {
  return (
    <Group gap={4}>
      {names.map((name) => (
        <Badge key={name} color="gray" variant="outline" c="var(--mantine-color-text)" fw={450}>
          {name}
        </Badge>
      ))}
    </Group>
  );
}
