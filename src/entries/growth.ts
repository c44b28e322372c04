import type { App } from '../app.ts';
import type { EntryRow, ProjectRow } from '../db/rows.ts';
import { type Growth, quotasOf, requireWritesToday } from '../quotas/check-quotas.ts';
import { findReplays } from './idempotency.ts';
import { contentBytesOf } from './statements.ts';
import type { WriteItem } from './write/prepare-writes.ts';
import type { WriteOutcome } from './write/write-set.ts';

/** The entries and the bytes of content that writes and changes add. */
export function growthOf(outcomes: readonly WriteOutcome[]): Growth {
  const growth = { entries: 0, bytes: 0 };
  for (const { action, entry, matchedEntry } of outcomes) {
    if (action === 'SKIPPED') continue;
    const before = sizeOf(action === 'CREATED' ? null : matchedEntry);
    const after = sizeOf(entry);
    growth.entries += after.entries - before.entries;
    growth.bytes += after.bytes - before.bytes;
  }
  return growth;
}

function sizeOf(entry: EntryRow | null): Growth {
  if (entry === null || entry.deletedAt !== null) return { entries: 0, bytes: 0 };
  return { entries: 1, bytes: contentBytesOf(entry) };
}

/** Checks the quota of the day, in which repeated items with a stored answer do not count. @throws QUOTA_EXCEEDED */
export async function requireRoomForWrites(
  app: App,
  project: ProjectRow,
  items: readonly WriteItem[],
): Promise<void> {
  if (quotasOf(project).maxWritesPerDay === null) return;
  const replays = await findReplays(app.db, project.id, items);
  await requireWritesToday(app, project, items.length - replays.size);
}
