import { Input, SegmentedControl, Stack, TagsInput, Textarea } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import type { DescribedError } from '../../api/errors.ts';
import type { ReflectionRowFragment, ReviewResult } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { metadataOfPairs } from '../../components/metadata.ts';
import { useFormError } from '../../components/use-form-error.ts';
import { CREATE_REFLECTION, EDIT_REFLECTION } from './documents.ts';

type EditedReflection = Pick<ReflectionRowFragment, 'id' | 'version' | 'lesson'>;

type Props = {
  /** The lesson to edit; a new one is created, with a reviewed run, when it is null. */
  reflection: EditedReflection | null;
  onClose: () => void;
  onSaved?: (reflection: ReflectionRowFragment) => void;
};

type Values = {
  task: string;
  result: ReviewResult;
  summary: string;
  guidance: string;
  keyMistake: string;
  correctAction: string;
  applicableTools: string[];
  metadata: string[];
};

/** The parts of a lesson. */
export function ReflectionForm({ reflection: shown, onClose, onSaved }: Props) {
  // The page follows changes by others. The form keeps the version from which its fields were filled.
  const [reflection] = useState(shown);
  const isNew = reflection === null;
  const form = useForm<Values>({ initialValues: valuesOf(reflection), validate: checksOf(isNew) });
  const [error, setError] = useFormError(form.values);
  const { save, isRunning } = useSave(reflection, setError);
  const submit = form.onSubmit(async (values) => {
    setError(null);
    const saved = await save(values);
    if (!saved) return;
    onSaved?.(saved);
    onClose();
  });
  return (
    <Dialog
      isChanged={form.isDirty()}
      onClose={onClose}
      title={isNew ? 'New reflection' : 'Edit the lesson'}
      size="lg"
    >
      <form onSubmit={submit}>
        <Stack>
          {isNew && <RunFields form={form} />}
          <LessonFields form={form} isNew={isNew} />
          <FormActions
            submit={isNew ? 'Create reflection' : 'Save'}
            onCancel={onClose}
            isRunning={isRunning}
            error={error}
            onConflict={!isNew && 'Close this form to see the present state, then edit again.'}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

type Form = Pick<UseFormReturnType<Values>, 'getInputProps'>;

/** The run that the lesson is learned from. */
function RunFields({ form }: { form: Form }) {
  return (
    <>
      <Textarea
        label="Task"
        description="What the run was to do. Lessons are found for tasks that are similar."
        required
        data-autofocus
        autosize
        minRows={2}
        {...form.getInputProps('task')}
      />
      <Input.Wrapper label="Result of the run" labelElement="div">
        <SegmentedControl
          aria-label="Result of the run"
          mt={4}
          fullWidth
          data={[
            { value: 'PASS', label: 'Passed' },
            { value: 'FAIL', label: 'Failed' },
          ]}
          {...form.getInputProps('result')}
        />
      </Input.Wrapper>
    </>
  );
}

function LessonFields({ form, isNew }: { form: Form; isNew: boolean }) {
  return (
    <>
      <Textarea
        label="Summary"
        description="One sentence on what the task was"
        required
        data-autofocus={isNew ? undefined : true}
        autosize
        {...form.getInputProps('summary')}
      />
      <Textarea
        label="Guidance"
        description="A strategy for tasks of this kind"
        required
        autosize
        minRows={2}
        {...form.getInputProps('guidance')}
      />
      <Textarea label="Key mistake" autosize {...form.getInputProps('keyMistake')} />
      <Textarea label="Right action" autosize {...form.getInputProps('correctAction')} />
      <TagsInput
        label="Tools"
        description="Names of the tools to which the lesson applies"
        placeholder="Type a name and press Enter"
        acceptValueOnBlur
        {...form.getInputProps('applicableTools')}
      />
      {isNew && (
        <TagsInput
          label="Metadata"
          description="Pairs such as customer=42"
          acceptValueOnBlur
          {...form.getInputProps('metadata')}
        />
      )}
    </>
  );
}

function useSave(reflection: EditedReflection | null, onError: (error: DescribedError) => void) {
  const create = useAction(CREATE_REFLECTION, {
    success: 'Reflection created',
    onError,
    refetch: ['Reflections'],
    isOnce: true,
  });
  const edit = useAction(EDIT_REFLECTION, { success: 'Lesson saved', onError });
  const save = async ({ task, result, metadata, ...lesson }: Values) => {
    if (reflection === null) {
      const input = { task, result, metadata: metadataOfPairs(metadata), ...lesson };
      return (await create.run({ input }))?.createReflection.entry;
    }
    const input = { entryId: reflection.id, ifVersion: reflection.version, lesson };
    return (await edit.run({ input }))?.updateEntry.entry;
  };
  return { save, isRunning: create.isRunning || edit.isRunning };
}

function valuesOf(reflection: EditedReflection | null): Values {
  const lesson = reflection?.lesson;
  return {
    task: lesson?.task ?? '',
    result: lesson?.outcome ?? 'FAIL',
    summary: lesson?.summary ?? '',
    guidance: lesson?.guidance ?? '',
    keyMistake: lesson?.keyMistake ?? '',
    correctAction: lesson?.correctAction ?? '',
    applicableTools: [...(lesson?.applicableTools ?? [])],
    metadata: [],
  };
}

function checksOf(isNew: boolean) {
  const given = (what: string) => (text: string) => (text.trim() === '' ? what : null);
  return {
    task: isNew ? given('Say what the run was to do') : () => null,
    summary: given('Say what the task was'),
    guidance: given('Say what to do in tasks of this kind'),
  };
}
