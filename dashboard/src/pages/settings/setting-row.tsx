import { Box, Button, Group, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { UndoIcon } from '../../components/icons.ts';
import { NumberField } from '../../components/number-field.tsx';
import { type SettingValue, wordsOf } from '../../components/setting-control.ts';
import type { Definition } from './definitions.ts';

type Props = {
  definition: Definition;
  value: SettingValue;
  /** What applies if the project does not set it. */
  inherited: SettingValue;
  isOwn: boolean;
  isChanged: boolean;
  /** Null for a person who may not change it. */
  onChange: ((value: SettingValue) => void) | null;
  onReset: () => void;
};

/** One setting: its description on the left, its control on the right, and the value that a reset would give it. */
export function SettingRow(props: Props) {
  const { definition, value, inherited, isOwn, isChanged, onChange, onReset } = props;
  const id = useId();
  const { label, about, control } = definition;
  const byDefault = wordsOf(inherited, control);
  return (
    <Group
      justify="space-between"
      align="flex-start"
      gap="sm"
      py="sm"
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Box flex="1 1 260px" miw={0}>
        <Text component="label" htmlFor={id} size="sm" fw={600}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" id={`${id}-about`}>
          {about}
        </Text>
      </Box>
      <Box w={{ base: '100%', xs: 280 }}>
        {onChange ? (
          <SettingControl id={id} definition={definition} value={value} onChange={onChange} />
        ) : (
          <Text size="sm" id={id}>
            {wordsOf(value, control)}
          </Text>
        )}
        <Group gap="xs" mt={4} mih={22}>
          <Text size="xs" c="dimmed">
            {isOwn ? `Set by this project. Default: ${byDefault}` : 'The default'}
            {isChanged && ', not saved yet'}
          </Text>
          {onChange && isOwn && (
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<UndoIcon size={12} />}
              onClick={onReset}
              aria-label={`Reset ${label}`}
            >
              Reset
            </Button>
          )}
        </Group>
      </Box>
    </Group>
  );
}

type ControlProps = {
  id: string;
  definition: Definition;
  value: SettingValue;
  onChange: (value: SettingValue) => void;
};

function SettingControl({ id, definition: { label, control }, value, onChange }: ControlProps) {
  const shared = { id, 'aria-describedby': `${id}-about` };
  switch (control.kind) {
    case 'choice':
      return (
        <NativeSelect
          {...shared}
          data={control.options}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'switch':
      return (
        <Switch
          {...shared}
          aria-label={label}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'text':
      return (
        <TextInput
          {...shared}
          placeholder={control.none}
          value={value === null ? '' : String(value)}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case 'number':
      return (
        <NumberField
          {...shared}
          placeholder={control.isOptional ? 'No limit' : undefined}
          value={typeof value === 'number' ? value : null}
          min={control.min}
          max={control.max}
          step={control.step}
          isInteger={control.isInteger ?? false}
          // If the field of a required setting is left empty, it shows the last value again.
          onChange={(given) => {
            if (given !== null || control.isOptional) onChange(given);
          }}
        />
      );
  }
}
