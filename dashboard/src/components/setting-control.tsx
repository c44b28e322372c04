import { type InputWrapperProps, NativeSelect, Switch, TextInput } from '@mantine/core';
import { NumberField } from './number-field.tsx';
import type { Control, SettingValue } from './setting-values.ts';

type Props = {
  control: Control;
  value: SettingValue;
  /** Receives null for an emptied field. */
  onChange: (value: SettingValue) => void;
  /** What an empty field of a number means. */
  placeholder?: string | undefined;
  disabled?: boolean;
} & Pick<
  InputWrapperProps,
  'id' | 'label' | 'description' | 'inputWrapperOrder' | 'fw' | 'aria-label' | 'aria-describedby'
>;

/** The field, choice or switch of one setting. */
export function SettingControl({ control, value, onChange, placeholder, ...props }: Props) {
  const { inputWrapperOrder: _, ...ofSwitch } = props;
  switch (control.kind) {
    case 'choice':
      return (
        <NativeSelect
          {...props}
          data={control.options}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'switch':
      return (
        <Switch
          {...ofSwitch}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'text':
      return (
        <TextInput
          {...props}
          placeholder={control.none}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case 'number':
      return (
        <NumberField
          {...props}
          placeholder={control.isOptional ? 'No limit' : placeholder}
          value={typeof value === 'number' ? value : null}
          min={control.min}
          max={control.max}
          step={control.step}
          isInteger={control.isInteger ?? false}
          onChange={onChange}
        />
      );
  }
}
