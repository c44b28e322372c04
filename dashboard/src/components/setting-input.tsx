import { Anchor, Text } from '@mantine/core';
import { SettingControl } from './setting-control.tsx';
import { type Setting, type SettingValue, wordsOf } from './setting-values.ts';

type Props = {
  setting: Setting;
  value: SettingValue;
  /** The value of the project, which applies if the memory has none of its own. */
  inherited: SettingValue;
  /** True if the memory has a value of its own. */
  isOwn: boolean;
  /** Receives null for the inherited value. */
  onChange: (value: SettingValue) => void;
  disabled: boolean;
};

/** A setting of a memory, with a button that restores the value of the project. */
export function SettingInput({ setting, value, inherited, isOwn, onChange, disabled }: Props) {
  const { label, about, control } = setting;
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
  return (
    <SettingControl
      control={control}
      value={value}
      onChange={onChange}
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description']}
      disabled={disabled}
      fw={isOwn ? 600 : undefined}
    />
  );
}
