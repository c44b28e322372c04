import { SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ObservationKind } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { useFormError } from '../../components/use-form-error.ts';
import { STREAM_RECORD } from './documents.ts';

type Props = { memoryId: string; onClose: () => void };

/** Records an observation or a plan by hand. */
export function RecordForm({ memoryId, onClose }: Props) {
  const form = useForm({
    initialValues: {
      kind: 'OBSERVATION' as ObservationKind,
      content: '',
      importance: null as number | null,
      context: '',
    },
    validate: { content: (text) => (text.trim() === '' ? 'Say what was observed' : null) },
  });
  const [error, setError] = useFormError(form.values);
  const record = useAction(STREAM_RECORD, {
    success: 'Recorded',
    onError: setError,
    refetch: ['StreamObservations', 'StreamPage'],
    isOnce: true,
  });
  const save = form.onSubmit(async ({ kind, content, importance, context }) => {
    setError(null);
    const recorded = await record.run({
      input: {
        memoryId,
        kind,
        content: content.trim(),
        source: 'MANUAL',
        importance,
        context: context.trim() || null,
      },
    });
    if (recorded) onClose();
  });
  return (
    <Dialog
      isChanged={form.isDirty()}
      onClose={onClose}
      title="Record an observation or a plan"
      size="md"
    >
      <form onSubmit={save}>
        <Stack>
          <SegmentedControl
            aria-label="Kind"
            data={[
              { value: 'OBSERVATION', label: 'Observation' },
              { value: 'PLAN', label: 'Plan' },
            ]}
            {...form.getInputProps('kind')}
          />
          <Textarea
            label="Text"
            description="What happened, or what is intended; it is never merged with another entry"
            autosize
            minRows={3}
            required
            data-autofocus
            {...form.getInputProps('content')}
          />
          <NumberField
            label="Importance"
            description="1 (mundane) to 10 (decisive); rated by the chat model when empty"
            min={1}
            max={10}
            {...form.getInputProps('importance')}
          />
          <Textarea
            label="Context"
            description="Helps the rating, such as who observed it; not part of the text"
            autosize
            minRows={1}
            {...form.getInputProps('context')}
          />
          <FormActions
            submit="Record"
            onCancel={onClose}
            isRunning={record.isRunning}
            error={error}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
