import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> & {
  value?: number | null | undefined;
  /** Receives the number within the bounds, and null for an emptied field. */
  onChange: (value: number | null) => void;
  min: number;
  max?: number;
  isInteger?: boolean;
};

/** A number within bounds, or none. */
export function NumberField({ value, onChange, isInteger = false, onBlur, ...props }: Props) {
  // What is typed stays as it is until the field is left: "0." and "0.50" are on the way to a number.
  const [typed, setTyped] = useState<string | number | null>(null);
  const { min, max = Number.POSITIVE_INFINITY } = props;
  return (
    <NumberInput
      allowDecimal={!isInteger}
      allowNegative={min < 0}
      {...props}
      value={typed ?? value ?? ''}
      onChange={(given) => {
        setTyped(given);
        const number = Number(given);
        if (given === '') onChange(null);
        else if (!Number.isNaN(number)) onChange(Math.min(Math.max(number, min), max));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
