import { TextInput } from '@mantine/core';
import { useState } from 'react';

type Props = {
  label: string;
  description?: string;
  /** A time as in the API, in UTC. */
  value: string | null | undefined;
  onChange: (value: string | undefined) => void;
};

/**
 * The latest time that a field accepts. It limits the year to four digits, so that what is typed after the year is the
 * hour.
 */
export const LATEST_TIME = '9999-12-31T23:59';

/** A day and a time in the reader's zone. */
export function TimeInput({ label, description, value, onChange }: Props) {
  // What is typed stays as it is until the field is left.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      type="datetime-local"
      max={LATEST_TIME}
      label={label}
      description={description}
      value={typed ?? localTime(value)}
      onChange={(event) => {
        const time = event.currentTarget.value;
        setTyped(time);
        if (time === '') onChange(undefined);
        // While the year 2026 is typed, the field holds the years 0002, 0020 and 0202.
        else if (!time.startsWith('0')) onChange(new Date(time).toISOString());
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/**
 * A time of the API as the value of a field for a day and a time: in the reader's zone, to the minute. Empty for none.
 */
export function localTime(value: string | null | undefined): string {
  if (!value) return '';
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return '';
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
