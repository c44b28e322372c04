import type { App } from '../app.ts';
import type { JobRow } from '../db/rows.ts';

export async function runContradictionCheck(_app: App, _job: JobRow): Promise<void> {
  throw new Error('Not written yet');
}
