import { NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { DuplicatePolicy, MemoryDetailsFragment, MemoryRowFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { SideDialog } from '../../components/dialog.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { useFormError } from '../../components/use-form-error.ts';
import { useSession } from '../../session/session.tsx';
import { UPDATE_MEMORY } from './documents.ts';

type Props = { memory: MemoryDetailsFragment & MemoryRowFragment; onClose: () => void };

/** The rules by which a memory decides whether a text is new. An empty field follows the project. */
export function MemorySettings({ memory: given, onClose }: Props) {
  // The memory when the drawer was opened. A change by others after that is a conflict.
  const [memory] = useState(given);
  const { canWrite, hasFeature } = useSession();
  const { settings } = memory.project;
  const form = useForm({
    initialValues: {
      duplicatePolicy: memory.duplicatePolicy ?? ('' as DuplicatePolicy | ''),
      updateThreshold: memory.updateThreshold,
      duplicateThreshold: memory.duplicateThreshold,
      maxStatements: memory.maxStatements,
      contradictionCheck: memory.contradictionCheck,
    },
  });
  const [error, setError] = useFormError(form.values);
  const update = useAction(UPDATE_MEMORY, { success: 'Rules saved', onError: setError });
  const save = form.onSubmit(async (values) => {
    setError(null);
    const rules = { ...values, duplicatePolicy: values.duplicatePolicy || null };
    // The rules that the person did not change may be older than the version, which an event updates before the rules.
    const changed = Object.fromEntries(
      Object.entries(rules).filter(([name]) => form.isDirty(name)),
    );
    const input = { ...changed, memoryId: memory.id, ifVersion: memory.version };
    if (await update.run({ input })) onClose();
  });
  const threshold = { min: 0, max: 1, step: 0.01, decimalScale: 3, disabled: !canWrite };
  return (
    <SideDialog isChanged={form.isDirty()} onClose={onClose} title="Rules of writing">
      <form onSubmit={save}>
        <Stack>
          <Text size="sm" c="dimmed">
            They decide whether a fact is stored as a new entry, joins a similar entry, or is known
            already. A field that is left empty follows the project.
          </Text>
          <NumberField
            label="A text joins an entry from similarity"
            description="Cosine similarity to every statement of the entry, 0 to 1"
            placeholder={`${settings.updateThreshold}, from the project`}
            {...threshold}
            {...form.getInputProps('updateThreshold')}
          />
          <NativeSelect
            label="A text is known already"
            disabled={!canWrite}
            data={[
              { value: '', label: `As in the project: ${policyName(settings.duplicatePolicy)}` },
              { value: 'SAFE', label: 'if it is the same, word for word' },
              { value: 'SIMILAR', label: 'also if it is very similar' },
            ]}
            {...form.getInputProps('duplicatePolicy')}
          />
          <NumberField
            label="Very similar, from similarity"
            description="Used only if very similar texts count as known"
            placeholder={`${settings.duplicateThreshold}, from the project`}
            {...threshold}
            {...form.getInputProps('duplicateThreshold')}
          />
          <NumberField
            label="Most statements in one entry"
            description="1 to 64; further texts become new entries"
            placeholder={`${settings.maxStatements}, from the project`}
            min={1}
            max={64}
            disabled={!canWrite}
            isInteger
            {...form.getInputProps('maxStatements')}
          />
          <Switch
            label="Look for contradictions"
            description={
              hasFeature('CHAT')
                ? 'The chat model looks for facts that a new fact contradicts, and marks them as replaced.'
                : 'This needs a chat model, and the server has none.'
            }
            disabled={!canWrite || !hasFeature('CHAT')}
            {...form.getInputProps('contradictionCheck', { type: 'checkbox' })}
          />
          {canWrite && (
            <FormActions
              submit="Save"
              onCancel={onClose}
              isRunning={update.isRunning}
              error={error}
            />
          )}
        </Stack>
      </form>
    </SideDialog>
  );
}

function policyName(policy: DuplicatePolicy): string {
  return policy === 'SAFE' ? 'the same, word for word' : 'also very similar';
}
