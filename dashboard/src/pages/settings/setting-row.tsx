import { Box, Button, Group, Text } from '@mantine/core';
import { useId } from 'react';
import { UndoIcon } from '../../components/icons.ts';
import { SettingControl } from '../../components/setting-control.tsx';
import { type SettingValue, wordsOf } from '../../components/setting-values.ts';
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
          <SettingControl
            id={id}
            aria-label={control.kind === 'switch' ? label : undefined}
            aria-describedby={`${id}-about`}
            control={control}
            value={value}
            // If the field of a required number is left empty, it shows the last value again.
            onChange={(given) => {
              if (given !== null || control.kind !== 'number' || control.isOptional)
                onChange(given);
            }}
          />
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
