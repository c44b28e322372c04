import type { App } from '../app.ts';
import type { ProjectRow } from '../db/rows.ts';
import type { StreamSettings } from '../db/tables/stream-settings.ts';
import { HOUR_MS } from '../durations.ts';
import { requestRatings } from '../entries/entry-state.ts';
import { callersImportance } from '../entries/importance-input.ts';
import { sharesOf, sumShares } from '../entries/stream-share.ts';
import type { WriteItem } from '../entries/write/prepare-writes.ts';
import type { Intake } from '../entries/write/write-entries.ts';
import type { MemorySettings } from '../memories/memories.ts';
import { streamSettingsFor } from '../projects/stream-settings.ts';
import { importanceOf } from './importance.ts';
import { isRated, unratedParts } from './rate.ts';
import { addToStream } from './trigger.ts';

/**
 * Opens the intake of a memory's stream. It gives the observations and plans that are written to the memory an
 * importance and an expiry, requests their ratings, and counts the observations, which can start a cycle.
 */
export function openIntake(app: App, project: ProjectRow, memory: MemorySettings): Intake {
  const settings = streamSettingsFor(project, memory);
  return {
    prepare: (item) => prepared(app, settings, item),
    alongside: async ({ db }, entries) => {
      const taken = sumShares(sharesOf(entries), null);
      if (taken.count > 0) await addToStream(app, db, { project, memoryId: memory.id, ...taken });
      await requestRatings(db, memory, entries);
    },
  };
}

function prepared(app: App, settings: StreamSettings, item: WriteItem): WriteItem {
  const { content, context, importance, expiresAt } = item;
  const { ttlHours } = settings;
  const parts =
    importance === null
      ? unratedParts(content, { settings, context, pending: isRated(app, settings) })
      : callersImportance(importance, context);
  const ends = ttlHours === null ? null : new Date(app.clock().getTime() + ttlHours * HOUR_MS);
  return {
    ...item,
    importance: importanceOf(parts),
    importanceParts: parts,
    expiresAt: expiresAt ?? ends,
  };
}
