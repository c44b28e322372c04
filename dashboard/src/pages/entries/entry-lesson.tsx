import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { EntryDetailsFragment } from '../../api/types.ts';
import { EditIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { LessonText } from '../reflections/lesson-sections.tsx';
import { OutcomeBadge } from '../reflections/outcome-badge.tsx';
import { ReflectionForm } from '../reflections/reflection-form.tsx';
import { canChangeEntry } from './entry-changes.ts';

type Lesson = NonNullable<EntryDetailsFragment['lesson']>;
type Props = { entry: EntryDetailsFragment; lesson: Lesson };

/** The lesson of a reviewed run. The page of the reflection shows and edits it in the same way. */
export function EntryLesson({ entry, lesson }: Props) {
  const { canWrite } = useSession();
  const projectId = useProjectId();
  const [isEditing, editing] = useDisclosure(false);
  const actions = (
    <Group gap="xs">
      <OutcomeBadge outcome={lesson.outcome} />
      <TextLink
        size="sm"
        to="/projects/$projectId/reflections/$entryId"
        params={{ projectId, entryId: entry.id }}
      >
        Open the reflection
      </TextLink>
      {canChangeEntry(canWrite, entry) && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<EditIcon size={14} />}
          onClick={editing.open}
        >
          Edit the lesson
        </Button>
      )}
    </Group>
  );
  return (
    <>
      <LessonText reflection={entry} actions={actions} />
      {isEditing && <ReflectionForm reflection={entry} onClose={editing.close} />}
    </>
  );
}
