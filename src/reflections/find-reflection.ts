import type { App } from '../app.ts';
import type { EntryRow, TraceRow } from '../db/rows.ts';
import { findEntries } from '../entries/find-entries.ts';

/** The reflection on a trace, deleted or not; null where there is none, or it went with its memory. */
export async function findReflection(
  app: App,
  { projectId, reflectionEntryId }: TraceRow,
): Promise<EntryRow | null> {
  if (reflectionEntryId === null) return null;
  const [entry] = await findEntries(app, projectId, [reflectionEntryId]);
  return entry ?? null;
}
