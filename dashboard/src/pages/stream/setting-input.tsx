import { Anchor, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { NumberField } from '../../components/number-field.tsx';
import { type SettingValue, wordsOf } from '../../components/setting-control.ts';
import type { StreamSetting } from '../../components/stream-settings.ts';

type Props = {
  setting: StreamSetting;
  /** The value that applies now. */
  effective: SettingValue;
  /** The value that applies without one of the memory's own. */
  inherited: SettingValue;
  /** The value that is to be saved: null for the inherited one, undefined for no change. */
  changed: SettingValue | undefined;
  onChange: (value: SettingValue) => void;
  disabled: boolean;
};

/** One setting, with a button that restores the inherited value if it differs. */
export function SettingInput({
  setting,
  effective,
  inherited,
  changed,
  onChange,
  disabled,
}: Props) {
  const { label, about, control } = setting;
  const value = changed === undefined ? effective : (changed ?? inherited);
  const isOwn = value !== inherited;
  const description = (
    <>
      {about}
      {isOwn && (
        <>
          {' '}
          In the project:{' '}
          <Text span fw={600} inherit>
            {wordsOf(inherited, control)}
          </Text>
          .{' '}
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
  switch (control.kind) {
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
          placeholder={control.none}
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
          placeholder={control.isOptional ? 'No limit' : undefined}
          min={control.min}
          max={control.max}
          step={control.step}
          isInteger={control.isInteger ?? false}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...common}
          inputWrapperOrder={['label', 'input', 'description']}
          data={control.options}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
