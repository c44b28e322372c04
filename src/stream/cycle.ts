import type { App } from '../app.ts';
import type { CycleRow, JobRow, MemoryRow } from '../db/rows.ts';
import type { StreamSettings } from '../db/tables/stream-settings.ts';
import { whileHeld } from '../jobs/jobs.ts';
import type { Usage } from '../models/chat.ts';
import type { Caller } from '../projects/viewer.ts';
import { updateCycle } from './cycle-queries.ts';

/** A running cycle with its memory, its settings and its job. */
export type Cycle = {
  caller: Caller;
  memory: MemoryRow;
  settings: StreamSettings;
  row: CycleRow;
  job: JobRow;
  signal: AbortSignal;
};

/** Stores the tokens that a step of the cycle has used. */
export async function recordUsage(
  app: App,
  { row, job }: Cycle,
  { inputTokens, outputTokens }: Usage,
): Promise<void> {
  row.inputTokens += inputTokens;
  row.outputTokens += outputTokens;
  const { inputTokens: input, outputTokens: output } = row;
  const spent = { inputTokens: input, outputTokens: output };
  await whileHeld(app, job, (db) => updateCycle(db, row, spent));
}

/** The beginning of a text as one line of a prompt. */
export function promptLine(text: string, maxCharacters: number): string {
  return text.replace(/\s+/g, ' ').slice(0, maxCharacters).toWellFormed();
}
