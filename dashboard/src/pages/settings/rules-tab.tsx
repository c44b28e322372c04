import { Affix, Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SettingsProjectFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { Section } from '../../components/section.tsx';
import type { SettingValue } from '../../components/setting-values.ts';
import { UnsavedChanges } from '../../components/unsaved-changes.tsx';
import { useFormError } from '../../components/use-form-error.ts';
import { count } from '../../components/words.ts';
import { useSession } from '../../session/session.tsx';
import { type Group as Rules, settingValue } from './definitions.ts';
import { SETTINGS_UPDATE_PROJECT } from './documents.ts';
import { SettingRow } from './setting-row.tsx';

/** A value to set, or the choice to inherit the value again. */
type Change = { value: SettingValue } | 'reset';
type Changes = Readonly<Record<string, Change>>;

type Props = { project: SettingsProjectFragment; groups: readonly Rules[] };

/** Groups of settings, whose changes are saved together. */
export function RulesTab({ project, groups }: Props) {
  const { canAdmin } = useSession();
  const [changes, setChanges] = useState<Changes>({});
  const [error, setError] = useFormError(changes);
  const update = useAction(SETTINGS_UPDATE_PROJECT, {
    success: 'Settings saved',
    onError: setError,
  });
  const change = (name: string, made: Change) => {
    const { [name]: _, ...others } = changes;
    const isBack =
      made === 'reset'
        ? !project.ownSettings.includes(name)
        : made.value === settingValue(project.settings, name);
    setChanges(isBack ? others : { ...others, [name]: made });
  };
  const save = async () => {
    setError(null);
    if (!(await update.run({ input: { settings: inputOf(changes) } }))) return;
    // What was changed meanwhile stays.
    setChanges((now) =>
      Object.fromEntries(Object.entries(now).filter(([name, made]) => made !== changes[name])),
    );
  };
  const changed = Object.keys(changes).length;
  return (
    <Stack>
      <UnsavedChanges isChanged={changed > 0} isLostWithTab />
      {groups.map(({ title, settings }) => (
        <Section key={title} title={title}>
          {settings.map((definition) => {
            const { name } = definition;
            const made = changes[name];
            const inherited = settingValue(project.defaultSettings, name);
            return (
              <SettingRow
                key={name}
                definition={definition}
                value={shownValue(made, inherited, settingValue(project.settings, name))}
                inherited={inherited}
                isOwn={made === undefined ? project.ownSettings.includes(name) : made !== 'reset'}
                isChanged={made !== undefined}
                onChange={canAdmin ? (value) => change(name, { value }) : null}
                onReset={() => change(name, 'reset')}
              />
            );
          })}
        </Section>
      ))}
      {error && (
        <Alert color="red" title={error.title} role="alert">
          {error.message}
        </Alert>
      )}
      {changed > 0 && (
        <Affix position={{ bottom: 16, right: 16 }}>
          <Paper p="sm" shadow="md">
            <Group gap="sm">
              <Text size="sm">{count(changed, 'change')}</Text>
              <Button variant="default" size="xs" onClick={() => setChanges({})}>
                Discard
              </Button>
              <Button size="xs" onClick={save} loading={update.isRunning}>
                Save
              </Button>
            </Group>
          </Paper>
        </Affix>
      )}
    </Stack>
  );
}

function shownValue(made: Change | undefined, inherited: SettingValue, stored: SettingValue) {
  if (made === undefined) return stored;
  return made === 'reset' ? inherited : made.value;
}

/** The input of the mutation: null resets a setting. */
function inputOf(changes: Changes): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const stream: Record<string, unknown> = {};
  for (const [name, made] of Object.entries(changes)) {
    const [first = '', second] = name.split('.');
    const value = made === 'reset' ? null : made.value;
    if (second === undefined) input[first] = value;
    else stream[second] = value;
  }
  return Object.keys(stream).length > 0 ? { ...input, stream } : input;
}
