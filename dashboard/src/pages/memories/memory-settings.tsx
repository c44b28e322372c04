import { Stack, Switch, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { MemoryDetailsFragment, MemoryRowFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { SideDialog } from '../../components/dialog.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { SettingInput } from '../../components/setting-input.tsx';
import type { SettingValue } from '../../components/setting-values.ts';
import { useFormError } from '../../components/use-form-error.ts';
import { WRITE_SETTINGS } from '../../components/write-settings.ts';
import { useSession } from '../../session/session.tsx';
import { UPDATE_MEMORY } from './documents.ts';

type Props = { memory: MemoryDetailsFragment & MemoryRowFragment; onClose: () => void };

/** What is changed: a value of the memory's own, or null for the one of the project. */
type Changes = Readonly<Record<string, SettingValue>>;

/** The rules by which a memory decides whether a text is new. */
export function MemorySettings({ memory: given, onClose }: Props) {
  // The memory when the drawer was opened. A change by others after that is a conflict.
  const [memory] = useState(given);
  const { canWrite, hasFeature } = useSession();
  const { settings } = memory.project;
  // The rules that the person did not change may be older than the version, which an event updates before the rules.
  const [changes, setChanges] = useState<Changes>({});
  const [error, setError] = useFormError(changes);
  const update = useAction(UPDATE_MEMORY, { success: 'Rules saved', onError: setError });
  const change = (name: keyof typeof memory, value: SettingValue) => {
    const { [name]: _, ...others } = changes;
    setChanges(value === memory[name] ? others : { ...others, [name]: value });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    const input = { ...changes, memoryId: memory.id, ifVersion: memory.version };
    if (await update.run({ input })) onClose();
  };
  const isChanged = Object.keys(changes).length > 0;
  return (
    <SideDialog isChanged={isChanged} onClose={onClose} title="Rules of writing">
      <form onSubmit={save}>
        <Stack>
          <Text size="sm" c="dimmed">
            They decide whether a fact becomes a new entry, is added to a similar entry, or is
            skipped. Where the memory has no value of its own, that of the project applies.
          </Text>
          {WRITE_SETTINGS.map((setting) => {
            const { [setting.name]: own = memory[setting.name] } = changes;
            return (
              <SettingInput
                key={setting.name}
                setting={setting}
                value={own ?? settings[setting.name]}
                inherited={settings[setting.name]}
                isOwn={own !== null}
                onChange={(value) => change(setting.name, value)}
                disabled={!canWrite}
              />
            );
          })}
          <Switch
            label="Look for contradictions"
            description={
              hasFeature('CHAT')
                ? 'The chat model looks for facts that a new fact contradicts, and supersedes them.'
                : 'This needs a chat model, and the server has none.'
            }
            disabled={!canWrite || !hasFeature('CHAT')}
            checked={(changes.contradictionCheck ?? memory.contradictionCheck) === true}
            onChange={(event) => change('contradictionCheck', event.currentTarget.checked)}
          />
          {canWrite && (
            <FormActions
              submit="Save"
              onCancel={onClose}
              isRunning={update.isRunning}
              error={error}
              disabled={!isChanged}
            />
          )}
        </Stack>
      </form>
    </SideDialog>
  );
}
