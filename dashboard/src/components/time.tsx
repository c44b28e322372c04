import { Text, type TextProps, Tooltip } from '@mantine/core';
import { useForceUpdate, useInterval } from '@mantine/hooks';

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
// The style `long` includes the time zone.
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

/** A time in words, such as "3 minutes ago". */
function relativeTime(value: string): string {
  const seconds = (new Date(value).getTime() - Date.now()) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return seconds > 5 ? 'in a moment' : 'just now';
}

/** A time in the zone of the reader. */
export function absoluteTime(value: string): string {
  return absolute.format(new Date(value));
}

/** A time in words. A tooltip shows the exact time in the reader's zone. */
export function Time({ value, ...props }: { value: string } & TextProps) {
  // Each rendering reads the clock: a value may be newer than the last rendering by the timer.
  const render = useForceUpdate();
  useInterval(render, 30_000, { autoInvoke: true });
  return (
    <Tooltip label={absoluteTime(value)}>
      <Text span size="sm" {...props}>
        <time dateTime={value}>{relativeTime(value)}</time>
      </Text>
    </Tooltip>
  );
}
