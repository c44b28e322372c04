/** What an import has done so far. */
export type Outcome = {
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  /** What was created of each kind, if there are several. */
  kinds: Record<string, number>;
  /** What the person should know: renamed objects, parts that were left out. */
  notes: string[];
  /** Why items failed, with how many for each reason. */
  reasons: Map<string, number>;
};

export type Progress = {
  done: number;
  total: number;
  /** What is counted. */
  unit: 'line' | 'text';
  outcome: Outcome;
};

export const noOutcome = (): Outcome => ({
  created: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  kinds: {},
  notes: [],
  reasons: new Map(),
});
