import { TextInput } from '@mantine/core';

type Props = {
  label: string;
  description?: string;
  /** A time as in the API, in UTC. */
  value: string | null | undefined;
  onChange: (value: string | undefined) => void;
};

/** A day and a time in the reader's zone. */
export function TimeInput({ label, description, value, onChange }: Props) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={description}
      value={value ? localTime(value) : ''}
      onChange={(event) => {
        const time = event.currentTarget.value;
        onChange(time === '' ? undefined : new Date(time).toISOString());
      }}
    />
  );
}

/** A time in the form of the control: without a zone, to the minute. */
function localTime(value: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return '';
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
