import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

/** How often the clock is read. */
const TICK_MS = 60_000;

/** The time in milliseconds, rounded down to a step, so that it stays the same for that long. */
export function useNow(stepMs: number): number {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: true });
  return Math.floor(now / stepMs) * stepMs;
}
