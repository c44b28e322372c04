import { z } from 'zod';
import type { MemoryRow, ProjectRow } from '../db/rows.ts';
import type { OwnStreamSettings, StreamSettings } from '../db/tables.ts';

/** The defaults: those of the reference (Generative Agents), without retention. */
export const STREAM_DEFAULTS: StreamSettings = {
  importanceThreshold: 150,
  minObservations: 10,
  recentObservations: 100,
  questionsPerCycle: 3,
  maxDepth: 3,
  insightImportance: 7,
  decayFactor: 0.99,
  candidates: 100,
  limit: 10,
  recencyWeight: 1,
  importanceWeight: 1,
  relevanceWeight: 1,
  utilityWeight: 0,
  maxEntries: null,
  ttlHours: null,
  graceDays: 7,
};

const within = (min: number, max: number) => {
  const message = `must be from ${min} to ${max}`;
  return z.number().min(min, message).max(max, message);
};
const whole = (min: number, max: number) =>
  within(min, max).int('must be a whole number').nullish();
const weight = within(0, 100).nullish();

/** Null resets a setting to the inherited value (memory → project → default). */
export const streamSettingsInput = z
  .object({
    importanceThreshold: within(1, 1_000_000).nullish(),
    minObservations: whole(1, 100_000),
    recentObservations: whole(1, 500),
    questionsPerCycle: whole(1, 9),
    maxDepth: whole(1, 10),
    insightImportance: within(1, 10).nullish(),
    decayFactor: within(0.0001, 1).nullish(),
    candidates: whole(1, 1000),
    limit: whole(1, 100),
    recencyWeight: weight,
    importanceWeight: weight,
    relevanceWeight: weight,
    utilityWeight: weight,
    maxEntries: whole(1, 10_000_000),
    ttlHours: within(0.001, 1_000_000).nullish(),
    graceDays: within(0, 3650).nullish(),
  })
  .nullish();

type Input = z.infer<typeof streamSettingsInput>;

/** The own settings of a project or memory after a change. */
export function ownStreamSettings(
  before: OwnStreamSettings | null,
  input: Input,
): OwnStreamSettings | null {
  if (!input) return before;
  const changed = Object.entries({ ...before, ...input }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return changed.length > 0 ? (Object.fromEntries(changed) as OwnStreamSettings) : null;
}

/** The effective settings (memory → project → default). */
export function streamSettingsFor(
  project: Pick<ProjectRow, 'streamSettings'>,
  memory: Pick<MemoryRow, 'streamSettings'> | null,
): StreamSettings {
  return { ...STREAM_DEFAULTS, ...project.streamSettings, ...memory?.streamSettings };
}
