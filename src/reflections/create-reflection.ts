import { z } from 'zod';
import type { App } from '../app.ts';
import type { EntryRow, TraceRow } from '../db/rows.ts';
import { REVIEW_RESULTS } from '../db/tables/traces.ts';
import {
  applicableToolsInput,
  entryTextOfLesson,
  filledLessonPart,
  lessonPart,
} from '../entries/change/edit-lesson.ts';
import { findEntries } from '../entries/entries.ts';
import { requireRoomForWrites } from '../entries/growth.ts';
import { writeTexts } from '../entries/write/route-writes.ts';
import { onlyOutcome } from '../entries/write/write-entries.ts';
import { REVIEWS } from '../events/transact.ts';
import { newId } from '../ids.ts';
import {
  checkInput,
  contentInput,
  idempotencyKeyInput,
  metadataInput,
  unitInput,
} from '../input.ts';
import { findMemories } from '../memories/memories.ts';
import { createOnce, type Remember } from '../projects/create-once.ts';
import { requireMetadata } from '../projects/required-metadata.ts';
import type { Caller } from '../projects/viewer.ts';
import { requireRoomFor } from '../quotas/check-quotas.ts';
import { countTrace } from '../stats/record-counts.ts';
import {
  embedTask,
  insertDraft,
  readRetrieved,
  retrievedInput,
  type TaskVector,
} from '../traces/create-trace.ts';
import {
  entryRewardsInput,
  feedbackInput,
  requireRetrieved,
  toReview,
} from '../traces/review-input.ts';
import { findTraces, linkReflection } from '../traces/traces.ts';
import { lessonItem } from './lesson-item.ts';
import { reflectionsMemory } from './reflections.ts';

const reflectionInput = z.object({
  task: contentInput,
  summary: filledLessonPart,
  guidance: filledLessonPart,
  result: z.enum(REVIEW_RESULTS),
  keyMistake: lessonPart.nullish(),
  correctAction: lessonPart.nullish(),
  applicableTools: applicableToolsInput.nullish(),
  metadata: metadataInput.nullish(),
  retrievedEntryIds: retrievedInput,
  feedback: feedbackInput.nullish(),
  alpha: unitInput.nullish(),
  entryRewards: entryRewardsInput,
  memoryId: z.string().nullish(),
  idempotencyKey: idempotencyKeyInput,
});

/** A reflection, and the trace that was stored with it. */
type Reflection = { entry: EntryRow; trace: TraceRow };

/**
 * Stores a reflection that the agent wrote, together with a reviewed trace of the run, which moves the
 * utilities of the retrieved entries. It does not use a chat model.
 * @throws BAD_USER_INPUT, NOT_FOUND (the memory, a retrieved entry), CONFLICT, EMBEDDING_UNAVAILABLE
 */
export async function createReflection(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<Reflection> {
  const { idempotencyKey, ...given } = checkInput(reflectionInput, input);
  requireMetadata(caller.project, given.metadata, 'input.metadata');
  const projectId = caller.project.id;
  const call = { projectId, operation: 'createReflection', idempotencyKey, request: given };
  return createOnce(app, call, {
    create: (remember) => storeReflection(app, caller, given, remember),
    find: (entryId) => findStored(app, projectId, entryId),
  });
}

/** The reflection with its trace; null if one of them, or the memory, was deleted. */
async function findStored(
  app: App,
  projectId: string,
  entryId: string,
): Promise<Reflection | null> {
  const [entry] = await findEntries(app, projectId, [entryId]);
  if (!entry?.lesson || entry.deletedAt !== null) return null;
  const [[memory], [trace]] = await Promise.all([
    findMemories(app, projectId, [entry.memoryId]),
    findTraces(app, projectId, [entry.lesson.traceId]),
  ]);
  return memory?.deletedAt === null && trace ? { entry, trace } : null;
}

type NewReflection = Omit<z.infer<typeof reflectionInput>, 'idempotencyKey'>;

/** The reviewed trace of the run. */
function traceOf({ task, metadata, result, feedback, alpha, entryRewards }: NewReflection) {
  const review = { result, feedback, alpha, entryRewards, generateReflection: false };
  return {
    id: newId('trc'),
    task,
    embeddedText: null,
    trajectory: [],
    finalResponse: null,
    metadata: metadata ?? {},
    agentId: null,
    model: null,
    usage: null,
    durationMs: null,
    idempotencyKey: null,
    requestHash: null,
    review: toReview(review, 'input'),
  };
}

/** The entry with the lesson, which names its trace. */
function itemOf(given: NewReflection, traceId: string) {
  const { task, summary, guidance, result } = given;
  return lessonItem({
    content: entryTextOfLesson({ summary, guidance }, 'input.guidance'),
    source: 'AGENT',
    metadata: given.metadata ?? {},
    lesson: {
      task,
      outcome: result,
      summary,
      keyMistake: given.keyMistake ?? '',
      correctAction: given.correctAction ?? '',
      applicableTools: given.applicableTools ?? [],
      guidance,
      toolsUsed: [],
      traceId,
      shortened: false,
    },
  });
}

async function storeReflection(
  app: App,
  caller: Caller,
  given: NewReflection,
  remember: Remember,
): Promise<Reflection> {
  const { task } = given;
  const ids = [...new Set(given.retrievedEntryIds)];
  const retrieved = await readRetrieved(
    app,
    caller.project.id,
    ids.map((entryId) => ({ entryId, score: null })),
  );
  const draft = { ...traceOf(given), retrieved };
  const item = itemOf(given, draft.id);
  requireRetrieved(draft.review, ids);
  const memory = await reflectionsMemory(app, caller, given.memoryId ?? null, async () => {
    await requireRoomForWrites(app, caller.project, [item]);
    const growth = { entries: 1, bytes: Buffer.byteLength(item.content) };
    await requireRoomFor(app, caller.project, growth);
    await embedTask(app, caller.project, task);
  });
  let vectors: TaskVector[] = [];
  const made: { trace: TraceRow | null } = { trace: null };
  const written = await writeTexts(app, caller, {
    memoryId: memory.id,
    items: [item],
    rules: {},
    dryRun: false,
    alsoLock: [REVIEWS],
    alsoEmbed: async (project) => {
      vectors = await embedTask(app, project, task);
    },
    alongside: async (transaction, [stored]) => {
      if (stored === undefined) throw new Error('A reflection was not stored');
      await remember.created(transaction.db, stored.entry.id);
      const trace = await insertDraft(app, caller, transaction, { draft, retrieved, vectors });
      await linkReflection(transaction.db, trace, stored.entry.id);
      made.trace = { ...trace, reflectionEntryId: stored.entry.id };
    },
  });
  const { entry } = onlyOutcome(written);
  if (made.trace === null) throw new Error('A reflection was stored without its trace');
  countTrace(app, made.trace);
  return { entry, trace: made.trace };
}
