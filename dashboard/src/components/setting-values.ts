export type SettingValue = string | number | boolean | null;

type NumberControl = {
  kind: 'number';
  min: number;
  max: number;
  step: number;
  isInteger?: boolean;
  isOptional?: boolean;
};

/** How a setting is entered. */
export type Control =
  | NumberControl
  | { kind: 'choice'; options: { value: string; label: string }[] }
  | { kind: 'switch' }
  | { kind: 'text'; none: string };

/** A setting as a person reads it. */
export type Setting<Name extends string = string> = {
  name: Name;
  label: string;
  about: string;
  control: Control;
};

export const number = (min: number, max: number, step: number): NumberControl => ({
  kind: 'number',
  min,
  max,
  step,
});
export const integer = (min: number, max: number, step = 1): NumberControl => ({
  kind: 'number',
  min,
  max,
  step,
  isInteger: true,
});
export const optional = (control: NumberControl): NumberControl => ({
  ...control,
  isOptional: true,
});
/** A number from 0 to 1. */
export const share: Control = number(0, 1, 0.01);
export const choice = (options: Record<string, string>): Control => ({
  kind: 'choice',
  options: Object.entries(options).map(([value, label]) => ({ value, label })),
});

/** A value as a person reads it. */
export function wordsOf(value: SettingValue, control: Control): string {
  if (control.kind === 'choice') {
    return control.options.find((option) => option.value === value)?.label ?? String(value);
  }
  if (control.kind === 'switch') return value === true ? 'On' : 'Off';
  if (value === null) return control.kind === 'text' ? control.none : 'No limit';
  return String(value);
}
