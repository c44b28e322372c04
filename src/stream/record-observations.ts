import { z } from 'zod';
import type { App } from '../app.ts';
import { ENTRY_SOURCES } from '../db/tables.ts';
import { checkEach, requireBulkSize, writeValid } from '../entries/bulk-items.ts';
import { PLAIN_TEXT, type WriteItem } from '../entries/embed-texts.ts';
import { requestRatings } from '../entries/entry-state.ts';
import { callersImportance, importanceInput } from '../entries/importance-input.ts';
import { onlyOutcome } from '../entries/write-entries.ts';
import { commitWrites, type Written } from '../entries/write-transaction.ts';
import type { DomainError } from '../errors.ts';
import {
  checkInput,
  contentInput,
  contextInput,
  idempotencyKeyInput,
  metadataInput,
  timeInput,
} from '../input.ts';
import { getMemory } from '../memories/memories.ts';
import { requestHashOf } from '../projects/request-hash.ts';
import { streamSettingsFor } from '../projects/stream-settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { importanceOf } from './importance.ts';
import { unratedParts } from './rate.ts';
import { takeIn } from './trigger.ts';

const MS_PER_HOUR = 3_600_000;

const observationInput = z.object({
  content: contentInput,
  kind: z.enum(['OBSERVATION', 'PLAN']),
  importance: importanceInput.nullish(),
  occurredAt: timeInput.nullish(),
  expiresAt: timeInput.nullish(),
  context: contextInput.nullish(),
  metadata: metadataInput.nullish(),
  idempotencyKey: idempotencyKeyInput,
});

const callInput = z.object({ memoryId: z.string(), source: z.enum(ENTRY_SOURCES) });

export type ObservationInput = { [Key in keyof z.infer<typeof observationInput>]?: unknown };

/** Records an observation or a plan. @throws BAD_USER_INPUT, NOT_FOUND, CONFLICT, EMBEDDING_UNAVAILABLE */
export async function recordObservation(
  app: App,
  caller: Caller,
  { memoryId, source, ...observation }: ObservationInput & { memoryId: string; source: string },
): Promise<Written> {
  const checked = checkInput(observationInput, observation);
  const call = { memoryId, source, items: [checked] };
  return onlyOutcome(await record(app, caller, call));
}

/**
 * Records observations in order. An invalid one fails alone.
 * @throws as recordObservation, for the whole call
 */
export async function recordObservations(
  app: App,
  caller: Caller,
  input: { memoryId: string; source: string; observations: readonly ObservationInput[] },
): Promise<(Written | DomainError)[]> {
  const { observations } = input;
  requireBulkSize(observations, { path: 'input.observations', noun: 'observations' });
  const checked = checkEach(observations, 'input.observations', (observation, path) =>
    checkInput(observationInput, observation, path),
  );
  return writeValid(checked, (items) => record(app, caller, { ...input, items }));
}

type Checked = z.infer<typeof observationInput>;

async function record(
  app: App,
  caller: Caller,
  input: { memoryId: string; source: string; items: Checked[] },
): Promise<(Written | DomainError)[]> {
  const { memoryId, source } = checkInput(callInput, input);
  const { project } = caller;
  const memory = await getMemory(app, project.id, memoryId);
  const { ttlHours } = streamSettingsFor(project, memory);
  const items = input.items.map((item) => toItem(app, { item, memoryId, source, ttlHours }));
  const written = await commitWrites(app, caller, {
    memoryId,
    items,
    rules: {},
    dryRun: false,
    alongside: async ({ db }, stored) => {
      const entries = stored.map(({ entry }) => entry);
      const importance = entries.reduce((sum, entry) => sum + entry.importance, 0);
      if (entries.length === 0) return;
      await takeIn(app, db, { project, memoryId, importance, count: entries.length });
      await requestRatings(db, memory, entries);
    },
  });
  app.jobsSignal.notify();
  return written;
}

type Taken = {
  item: Checked;
  memoryId: string;
  source: WriteItem['source'];
  ttlHours: number | null;
};

function toItem(app: App, { item, memoryId, source, ttlHours }: Taken): WriteItem {
  const { content, kind, importance, occurredAt, expiresAt, context, metadata } = item;
  const parts =
    typeof importance === 'number'
      ? callersImportance(importance, context ?? null)
      : unratedParts(content, {
          context: context ?? null,
          pending: app.chat.defaultModel !== null,
        });
  const ends = ttlHours === null ? null : new Date(app.clock().getTime() + ttlHours * MS_PER_HOUR);
  return {
    ...PLAIN_TEXT,
    content,
    kind,
    source,
    metadata: metadata ?? {},
    context: context ?? null,
    importance: importanceOf(parts),
    importanceParts: parts,
    occurredAt: occurredAt ?? null,
    expiresAt: expiresAt ?? ends,
    idempotencyKey: item.idempotencyKey ?? null,
    requestHash: requestHashOf({ ...item, memoryId, source }),
  };
}
