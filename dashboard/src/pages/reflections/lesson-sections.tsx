import { Alert, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReflectionRowFragment } from '../../api/types.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { Facts } from '../../components/facts.tsx';
import { TextLink } from '../../components/link.tsx';
import { LongText } from '../../components/long-text.tsx';
import { MetadataFold } from '../../components/metadata-fold.tsx';
import { Section } from '../../components/section.tsx';
import { TagList } from '../../components/tag-list.tsx';
import { Time } from '../../components/time.tsx';
import { count } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';

type Props = { reflection: ReflectionRowFragment };

type TextProps = {
  reflection: Pick<ReflectionRowFragment, 'lesson' | 'content'>;
  actions?: ReactNode;
};

/** What a lesson says. */
export function LessonText({ reflection: { lesson, content }, actions }: TextProps) {
  if (lesson === null) {
    return (
      <Section title="Text">
        <LongText text={content} />
      </Section>
    );
  }
  return (
    <Section title="Lesson" actions={actions}>
      <Stack gap="md">
        <Part title="Summary" text={lesson.summary} />
        <Part title="Guidance" text={lesson.guidance} />
        <Part title="Key mistake" text={lesson.keyMistake} />
        <Part title="Right action" text={lesson.correctAction} />
        <Part title="Tools" text={lesson.applicableTools.join(', ')} />
        <Part title="Task of the run" text={lesson.task} />
        {lesson.shortened && (
          <Alert color="orange" title="Written from a part of the run">
            The run was too long for the prompt: the chat model saw its beginning and its end.
          </Alert>
        )}
      </Stack>
    </Section>
  );
}

function Part({ title, text }: { title: string; text: string }) {
  if (text === '') return null;
  return (
    <div>
      <Title order={3} fz="sm" c="dimmed" fw={500}>
        {title}
      </Title>
      <LongText text={text} />
    </div>
  );
}

/** Where a lesson comes from, and where it is kept. */
export function LessonFacts({ reflection }: Props) {
  const { id, lesson, memory, metadata, reviewCount, createdAt, updatedAt } = reflection;
  const projectId = useProjectId();
  return (
    <Section title="About">
      <Stack gap="xs">
        <Facts
          items={[
            ['Learned from', <Source key="source" traceId={lesson?.trace?.id ?? null} />],
            ['Run used', tools(lesson?.toolsUsed)],
            ['Utility moved by', count(reviewCount, 'review')],
            [
              'Memory',
              <TextLink
                key="memory"
                size="sm"
                to="/projects/$projectId/memories/$memoryId"
                params={{ projectId, memoryId: memory.id }}
              >
                {memory.name}
              </TextLink>,
            ],
            ['Created', <Time key="created" value={createdAt} />],
            ['Changed', <Time key="changed" value={updatedAt} />],
            ['Id', <CopyId key="id" id={id} />],
          ]}
        />
        <MetadataFold metadata={metadata} />
      </Stack>
    </Section>
  );
}

function tools(names: readonly string[] | undefined): ReactNode {
  return names === undefined || names.length === 0 ? null : <TagList tags={names} />;
}

function Source({ traceId }: { traceId: string | null }) {
  const projectId = useProjectId();
  if (traceId === null) {
    return (
      <Text span size="sm" c="dimmed">
        A run that is no longer kept
      </Text>
    );
  }
  return (
    <TextLink size="sm" to="/projects/$projectId/traces/$traceId" params={{ projectId, traceId }}>
      Open the run
    </TextLink>
  );
}
