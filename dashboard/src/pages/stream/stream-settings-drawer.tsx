import { Accordion, Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { StreamSettingsFieldsFragment, StreamSettingsInput } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { SideDialog } from '../../components/dialog.tsx';
import { SettingInput } from '../../components/setting-input.tsx';
import type { SettingValue } from '../../components/setting-values.ts';
import { STREAM_SETTINGS, type StreamSettingName } from '../../components/stream-settings.ts';
import { useFormError } from '../../components/use-form-error.ts';
import { STREAM_SAVE_SETTINGS } from './documents.ts';
import type { StreamMemory } from './stream-page.tsx';

type Props = {
  memory: StreamMemory;
  /** The settings of the project, which apply where the memory has none of its own. */
  inherited: StreamSettingsFieldsFragment;
  canChange: boolean;
  onClose: () => void;
};

/** What is changed: a value of the memory's own, or null for the inherited one. */
type Changes = Partial<Record<StreamSettingName, SettingValue>>;

/** The groups that are open at first. Few people change the ranking. */
const OPEN = STREAM_SETTINGS.map(({ name }) => name).filter((name) => name !== 'ranking');

/** The settings of one memory's stream, each with its meaning and its inherited value. */
export function StreamSettingsDrawer({ memory, inherited, canChange, onClose }: Props) {
  // The version at the time of opening, so that what others save in the meantime is not overwritten.
  const [version] = useState(memory.version);
  const [changes, setChanges] = useState<Changes>({});
  const [error, setError] = useFormError(changes);
  const action = useAction(STREAM_SAVE_SETTINGS, {
    success: 'Settings saved',
    onError: setError,
    refetch: ['StreamPage'],
  });
  const save = async () => {
    setError(null);
    // The control of each setting gives a value of the right type.
    const streamSettings = changes as StreamSettingsInput;
    const saved = await action.run({
      input: { memoryId: memory.id, ifVersion: version, streamSettings },
    });
    if (saved) onClose();
  };
  const change = (name: StreamSettingName, value: SettingValue) =>
    setChanges((before) => ({ ...before, [name]: value }));
  const isChanged = Object.keys(changes).length > 0;
  return (
    <SideDialog isChanged={isChanged} onClose={onClose} title="Settings of the stream" size="lg">
      <Stack>
        <Text size="sm" c="dimmed">
          They apply to {memory.name}. Where it has no value of its own, that of the project
          applies.
        </Text>
        <Accordion multiple defaultValue={OPEN} variant="separated" order={2}>
          {STREAM_SETTINGS.map(({ name, title, settings }) => (
            <Accordion.Item key={name} value={name}>
              <Accordion.Control>{title}</Accordion.Control>
              <Accordion.Panel>
                <Stack gap="md">
                  {settings.map((setting) => {
                    const { [setting.name]: effective } = memory.stream.settings;
                    const { [setting.name]: changed = effective } = changes;
                    const value = changed ?? inherited[setting.name];
                    return (
                      <SettingInput
                        key={setting.name}
                        setting={setting}
                        value={value}
                        inherited={inherited[setting.name]}
                        isOwn={value !== inherited[setting.name]}
                        onChange={(given) => change(setting.name, given)}
                        disabled={!canChange}
                      />
                    );
                  })}
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
        {error && (
          <Alert color="red" title={error.title} role="alert">
            {error.message}
            {error.code === 'CONFLICT' &&
              ' Close the settings to see the present ones, then change them again.'}
          </Alert>
        )}
        {canChange && (
          <Group
            justify="flex-end"
            py="sm"
            pos="sticky"
            bottom={0}
            bg="var(--mantine-color-body)"
            // Above the arrows and units of the fields that are scrolled under it.
            style={{ zIndex: 2 }}
          >
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={save} disabled={!isChanged} loading={action.isRunning}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </SideDialog>
  );
}
