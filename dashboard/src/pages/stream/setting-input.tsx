import { Anchor, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { NumberField } from '../../components/number-field.tsx';
import { titleCase } from '../../components/words.ts';
import type { SettingField } from './setting-fields.ts';

type Value = string | number | boolean | null;

type Props = {
  field: SettingField;
  /** The value that applies now. */
  effective: Value;
  /** The value that applies without one of the memory's own. */
  inherited: Value;
  /** The value that is to be saved: null for the inherited one, undefined for no change. */
  changed: Value | undefined;
  onChange: (value: Value) => void;
  disabled: boolean;
};

/** One setting, with a button that restores the inherited value if it differs. */
export function SettingInput({ field, effective, inherited, changed, onChange, disabled }: Props) {
  const { label, about, type } = field;
  const value = changed === undefined ? effective : (changed ?? inherited);
  const isOwn = value !== inherited;
  const description = (
    <>
      {about}
      {isOwn && (
        <>
          {' '}
          The project has {wordOf(inherited)}.{' '}
          {!disabled && (
            <Anchor component="button" type="button" size="xs" onClick={() => onChange(null)}>
              Use that
            </Anchor>
          )}
        </>
      )}
    </>
  );
  const common = { label, description, disabled, fw: isOwn ? 600 : undefined };
  switch (type.kind) {
    case 'switch':
      return (
        <Switch
          {...common}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'text':
      return (
        <TextInput
          {...common}
          inputWrapperOrder={['label', 'input', 'description']}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case 'number':
      return (
        <NumberField
          {...common}
          inputWrapperOrder={['label', 'input', 'description']}
          value={typeof value === 'number' ? value : null}
          placeholder="None"
          min={type.min}
          max={type.max}
          step={type.step ?? 1}
          isInteger={type.isInteger}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...common}
          inputWrapperOrder={['label', 'input', 'description']}
          data={type.choices}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

function wordOf(value: Value): React.ReactNode {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'it on' : 'it off';
  const text = typeof value === 'number' ? String(value) : titleCase(value);
  return (
    <Text span fw={600} inherit>
      {text}
    </Text>
  );
}
