import { Alert, Button, Group, Text } from '@mantine/core';
import type { AgentDetailsFragment, KnowledgeWarningCode } from '../../api/types.ts';
import { WarningIcon } from '../../components/icons.ts';
import { ButtonLink } from '../../components/link.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import type { KnowledgeDraft } from './draft.ts';

type Props = {
  agent: AgentDetailsFragment;
  knowledge: KnowledgeDraft;
  change: (fields: Partial<KnowledgeDraft>) => void;
};

/** The reasons why the agent does not get all of its configured knowledge, each with a remedy. */
export function ConfigWarnings({ agent, knowledge, change }: Props) {
  const { canWrite } = useSession();
  const { scope, writeMemoryId, reflections } = knowledge;
  const ids = scope.memoryIds ?? [];
  const isUsed = (id: string) => ids.includes(id) || id === writeMemoryId;
  const hasNoScope = ids.length === 0 && !scope.memoryTags?.length;
  const takeOut = (id: string) =>
    change({
      scope: { ...scope, memoryIds: ids.filter((other) => other !== id) },
      ...(writeMemoryId === id ? { writeMemoryId: null } : {}),
    });
  return (
    <>
      {agent.knowledgeConfig.memories
        .filter(({ id, warning }) => warning !== null && isUsed(id))
        .map(({ id, memory, warning }) => (
          <Warning
            key={id}
            title={TITLES[warning?.code ?? 'MEMORY_DELETED']}
            text={warning?.message}
          >
            {canWrite && (
              <>
                <Button size="xs" variant="default" onClick={() => takeOut(id)}>
                  Take it out
                </Button>
                {memory && <TrashLink />}
              </>
            )}
          </Warning>
        ))}
      {reflections && hasNoScope && (
        <Warning
          title={TITLES.REFLECTIONS_WITHOUT_SCOPE}
          text="Lessons are searched in the memories of the scope. Choose the memory that has them, such as the project's memory “reflections”."
        />
      )}
    </>
  );
}

export const TITLES: Record<KnowledgeWarningCode, string> = {
  MEMORY_DELETED: 'A memory that it reads is deleted',
  WRITE_MEMORY_DELETED: 'The memory that it writes to is deleted',
  REFLECTIONS_WITHOUT_SCOPE: 'There is no memory to find lessons in',
};

type WarningProps = { title: string; text: string | undefined; children?: React.ReactNode };

export function Warning({ title, text, children }: WarningProps) {
  return (
    <Alert color="orange" icon={<WarningIcon />} title={title}>
      <Text size="sm">{text}</Text>
      {children && (
        <Group gap="xs" mt="xs">
          {children}
        </Group>
      )}
    </Alert>
  );
}

function TrashLink() {
  const projectId = useProjectId();
  return (
    <ButtonLink to="/projects/$projectId/trash" params={{ projectId }} size="xs" variant="default">
      Restore it in the trash
    </ButtonLink>
  );
}
