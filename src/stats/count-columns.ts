/** The numbers that are counted for each hour: the numeric columns of `hourly_stats`, by their names in the code. */
export const NUMBERS = [
  'traces',
  'passed',
  'failed',
  'rewardSum',
  'created',
  'updated',
  'skipped',
  'searches',
  'generations',
  'inputTokens',
  'outputTokens',
] as const;

export type Counts = Record<(typeof NUMBERS)[number], number> & {
  /** The number of durations in each class (`latency.ts`), up to the last class that has any. */
  searchLatencies: number[];
  generationLatencies: number[];
};

/** The project, hour, memory and agent of counts. `memoryId` and `agentId` are empty if there is none. */
export type CountKey = { projectId: string; hour: Date; memoryId: string; agentId: string };

export type HourCounts = CountKey & Counts;

export function noCounts(): Counts {
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, 0]));
  return {
    ...(numbers as Record<(typeof NUMBERS)[number], number>),
    searchLatencies: [],
    generationLatencies: [],
  };
}

/** Adds `added` to `sum`, which it changes. */
export function addCounts(sum: Counts, added: Partial<Counts>): void {
  for (const name of NUMBERS) sum[name] += added[name] ?? 0;
  for (const name of ['searchLatencies', 'generationLatencies'] as const) {
    sum[name] = sumOf(sum[name], added[name] ?? []);
  }
}

function sumOf(one: readonly number[], other: readonly number[]): number[] {
  const [long, short] = one.length < other.length ? [other, one] : [one, other];
  return long.map((count, i) => count + (short[i] ?? 0));
}

/** The numbers by class of a single duration, given its class. */
export function oneOf(latency: number): number[] {
  const counts = new Array<number>(latency + 1).fill(0);
  counts[latency] = 1;
  return counts;
}
