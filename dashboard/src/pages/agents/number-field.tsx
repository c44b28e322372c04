import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  value: number | null;
  /** An emptied field is null. */
  onChange: (value: number | null) => void;
  min: number;
  max: number;
  step?: number;
  isInteger?: boolean;
  disabled?: boolean;
};

/** A number within bounds, or none. */
export function NumberField({ value, onChange, isInteger = false, step = 1, ...props }: Props) {
  return (
    <NumberInput
      value={value ?? ''}
      onChange={(given) => onChange(typeof given === 'number' ? given : null)}
      allowDecimal={!isInteger}
      step={step}
      clampBehavior="blur"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
    />
  );
}
