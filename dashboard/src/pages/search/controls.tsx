import { NativeSelect } from '@mantine/core';
import { clamp } from '@mantine/hooks';
import { NumberField } from '../../components/number-field.tsx';
import { sentenceCase } from '../../components/words.ts';

type ChoiceProps<T extends string> = {
  label: string;
  description?: string;
  values: readonly T[];
  value: T | undefined;
  /** What applies if none is chosen. */
  byDefault: string | null;
  onChange: (value: T | undefined) => void;
};

/** Chooses one of some values. If none is chosen, the default applies, whose name is shown. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, description, values, value, byDefault, onChange } = props;
  const none = byDefault === null ? 'Default' : `${sentenceCase(byDefault)} (default)`;
  return (
    <NativeSelect
      label={label}
      description={description}
      data={[
        { value: '', label: none },
        ...values.map((one) => ({ value: one, label: sentenceCase(one) })),
      ]}
      value={value ?? ''}
      onChange={(event) => {
        const chosen = values.find((one) => one === event.currentTarget.value);
        onChange(chosen);
      }}
    />
  );
}

type AmountProps = {
  label: string;
  description?: string;
  value: number | undefined;
  byDefault: number | string | null;
  min: number;
  max: number;
  isInteger?: boolean;
  step?: number;
  onChange: (value: number | undefined) => void;
};

/** A number. If the field is empty, the default applies, which is shown as placeholder. */
export function Amount({ label, description, value, byDefault, onChange, ...range }: AmountProps) {
  return (
    <NumberField
      label={label}
      description={description}
      placeholder={byDefault === null ? 'None' : `${byDefault} (default)`}
      value={value}
      // Each key searches, so the number is within the bounds before the field is left.
      onChange={(given) =>
        onChange(given === null ? undefined : clamp(given, range.min, range.max))
      }
      decimalScale={4}
      step={0.05}
      {...range}
    />
  );
}
