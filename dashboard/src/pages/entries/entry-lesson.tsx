import { Badge, Button, Group, Paper, Stack, TagsInput, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { EntryDetailsFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { FormActions } from '../../components/form-actions.tsx';
import { EditIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { UnsavedChanges } from '../../components/unsaved-changes.tsx';
import { useFormError } from '../../components/use-form-error.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { UPDATE_ONE_ENTRY } from './documents.ts';
import { canChangeEntry } from './entry-changes.ts';

type Lesson = NonNullable<EntryDetailsFragment['lesson']>;
type Props = { entry: EntryDetailsFragment; lesson: Lesson };

const PARTS = [
  ['summary', 'What the task was'],
  ['keyMistake', 'The mistake'],
  ['correctAction', 'The right action'],
  ['guidance', 'Guidance for such tasks'],
] as const;

const CONFLICT_TEXT =
  'Somebody else changed the lesson meanwhile. Cancel to see it as it is now, then edit again.';

/** The lesson of a reviewed run, in its parts. */
export function EntryLesson({ entry, lesson }: Props) {
  const { canWrite } = useSession();
  const projectId = useProjectId();
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing) {
    return <LessonForm entry={entry} lesson={lesson} onClose={() => setIsEditing(false)} />;
  }
  return (
    <Paper p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            {lesson.outcome && (
              <Badge color={lesson.outcome === 'PASS' ? 'teal' : 'red'}>
                {lesson.outcome === 'PASS' ? 'The run passed' : 'The run failed'}
              </Badge>
            )}
            {lesson.trace && (
              <TextLink
                size="sm"
                to="/projects/$projectId/traces/$traceId"
                params={{ projectId, traceId: lesson.trace.id }}
              >
                Open the run
              </TextLink>
            )}
          </Group>
          {canChangeEntry(canWrite, entry) && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<EditIcon size={14} />}
              onClick={() => setIsEditing(true)}
            >
              Edit the lesson
            </Button>
          )}
        </Group>
        <Part label="Task" text={lesson.task} />
        {PARTS.map(([name, label]) =>
          lesson[name] === '' ? null : <Part key={name} label={label} text={lesson[name]} />,
        )}
        {lesson.applicableTools.length > 0 && (
          <Part label="Applies to the tools" text={lesson.applicableTools.join(', ')} />
        )}
        {lesson.shortened && (
          <Text size="sm" c="dimmed">
            The run was long: the chat model saw only its beginning and its end.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm" className="entry-text">
        {text}
      </Text>
    </div>
  );
}

function LessonForm({ entry: given, lesson, onClose }: Props & { onClose: () => void }) {
  // A change by others after the form was opened is a conflict.
  const [entry] = useState(given);
  const { summary, keyMistake, correctAction, guidance, applicableTools } = lesson;
  const form = useForm({
    initialValues: {
      summary,
      keyMistake,
      correctAction,
      guidance,
      applicableTools: [...applicableTools],
    },
    validate: {
      summary: (text) => (text.trim() === '' ? 'Say what the task was' : null),
      guidance: (text) => (text.trim() === '' ? 'Say what to do in such tasks' : null),
    },
  });
  const [error, setError] = useFormError(form.values);
  const update = useAction(UPDATE_ONE_ENTRY, {
    success: 'Lesson saved',
    onError: (failure) =>
      setError(failure.code === 'CONFLICT' ? { ...failure, message: CONFLICT_TEXT } : failure),
  });
  const save = form.onSubmit(async (parts) => {
    setError(null);
    const input = { entryId: entry.id, ifVersion: entry.version, lesson: parts };
    if (await update.run({ input })) onClose();
  });
  return (
    <Paper p="md" component="form" onSubmit={save}>
      <UnsavedChanges isChanged={form.isDirty()} isLostWithTab />
      <Stack gap="sm">
        {PARTS.map(([name, label]) => (
          <Textarea key={name} label={label} autosize minRows={2} {...form.getInputProps(name)} />
        ))}
        <TagsInput label="Applies to the tools" {...form.getInputProps('applicableTools')} />
        <FormActions submit="Save" onCancel={onClose} isRunning={update.isRunning} error={error} />
      </Stack>
    </Paper>
  );
}
