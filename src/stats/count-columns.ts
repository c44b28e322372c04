/** What is counted in an hour: the numeric columns of the table `hourly_stats`, by their names in the code. */
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
  /** Numbers of durations by their class, up to the last class that has one. */
  searchLatencies: number[];
  generationLatencies: number[];
};

/** What the counts concern. The ids of the memory and of the agent are empty text for none. */
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

/** Adds counts to others, which are changed. */
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

/** One duration, as numbers by class. */
export function oneOf(latency: number): number[] {
  const counts = new Array<number>(latency + 1).fill(0);
  counts[latency] = 1;
  return counts;
}
