import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> & {
  value?: number | null | undefined;
  /**
   * Receives the number as it is typed, and null for an emptied field. When the field is left, the number is within the
   * bounds.
   */
  onChange: (value: number | null) => void;
  min: number;
  max?: number;
  isInteger?: boolean;
};

/** A number within bounds, or none. */
export function NumberField({ value, onChange, isInteger = false, onBlur, ...props }: Props) {
  // What is typed stays as it is until the field is left: "0." and "0.50" are on the way to a number.
  const [typed, setTyped] = useState<string | number | null>(null);
  return (
    <NumberInput
      allowDecimal={!isInteger}
      allowNegative={props.min < 0}
      {...props}
      value={typed ?? value ?? ''}
      onChange={(given) => {
        setTyped(given);
        const number = Number(given);
        if (given === '') onChange(null);
        else if (!Number.isNaN(number)) onChange(number);
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
