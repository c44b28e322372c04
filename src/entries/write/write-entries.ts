import { z } from 'zod';
import type { App } from '../../app.ts';
import type { EntryRow, ProjectRow } from '../../db/rows.ts';
import { ENTRY_KINDS, ENTRY_SOURCES } from '../../db/tables/entries.ts';
import { DUPLICATE_POLICIES } from '../../db/tables/projects.ts';
import { DomainError } from '../../errors.ts';
import type { Transaction } from '../../events/transact.ts';
import {
  checkInput,
  contentInput,
  contextInput,
  idempotencyKeyInput,
  metadataInput,
  timeInput,
  unitInput,
} from '../../input.ts';
import { getCachedMemory, type MemorySettings } from '../../memories/memories.ts';
import { type GivenRules, type WriteRules, writeRulesFor } from '../../memories/write-rules.ts';
import { requestHashOf } from '../../projects/request-hash.ts';
import { requireOfReflection } from '../../projects/required-metadata.ts';
import type { Caller } from '../../projects/viewer.ts';
import { checkEach, requireBulkSize, writeValid } from '../bulk-items.ts';
import { notInMemory } from '../change/supersede.ts';
import { findById } from '../entries-by-memory.ts';
import { findReplays } from '../idempotency.ts';
import { importanceInput } from '../importance-input.ts';
import { PLAIN_TEXT, type WriteItem } from './prepare-writes.ts';
import { writeTexts } from './route-writes.ts';
import type { WriteRequest } from './write-in-process.ts';
import type { Written } from './write-set.ts';

export const MAX_SUPERSEDED = 50;

/** The input for each text. */
const itemInput = z.object({
  content: contentInput,
  kind: z.enum(ENTRY_KINDS),
  source: z.enum(ENTRY_SOURCES),
  metadata: metadataInput.nullish().transform((metadata) => metadata ?? {}),
  context: contextInput.nullish(),
  occurredAt: timeInput.nullish(),
  expiresAt: timeInput.nullish(),
  importance: importanceInput.nullish(),
  supersedes: z
    .array(z.string())
    .max(MAX_SUPERSEDED, `must hold at most ${MAX_SUPERSEDED} ids`)
    .nullish(),
  idempotencyKey: idempotencyKeyInput,
});

/** The input for all texts of a call. */
const callInput = z.object({
  memoryId: z.string(),
  duplicateThreshold: unitInput.nullish(),
  updateThreshold: unitInput.nullish(),
  duplicatePolicy: z.enum(DUPLICATE_POLICIES).nullish(),
  dryRun: z.boolean(),
});

const writeEntryInput = callInput.extend(itemInput.shape);

/** The functions with which a memory's stream takes in the observations and plans that are written to the memory. */
export type Intake = {
  prepare(item: WriteItem): WriteItem;
  /** Runs in the transaction that stores the entries, under the memory's lock. */
  alongside(transaction: Transaction, entries: readonly EntryRow[]): Promise<void>;
};

/** Opens the intake of a memory's stream. The domain of streams, which is above this one, provides it to the app. */
export type OpenIntake = (app: App, project: ProjectRow, memory: MemorySettings) => Intake;

export type WriteInput = { [Key in keyof WriteItem]?: unknown };

/** Writes one text. @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT, EMBEDDING_UNAVAILABLE */
export async function writeEntry(app: App, caller: Caller, input: unknown): Promise<Written> {
  const { memoryId, dryRun, duplicateThreshold, updateThreshold, duplicatePolicy, ...item } =
    checkInput(writeEntryInput, input);
  requireOfReflection(caller.project, item, 'input.metadata');
  const rules = { duplicateThreshold, updateThreshold, duplicatePolicy };
  const items = [toWriteItem(memoryId, rules, item)];
  return onlyOutcome(await write(app, caller, { memoryId, items, rules, dryRun }));
}

/** Writes items. Observations and plans also enter the memory's stream. */
async function write(
  app: App,
  caller: Caller,
  request: WriteRequest,
): Promise<(Written | DomainError)[]> {
  const { project } = caller;
  if (!request.items.some(isForStream)) return writeTexts(app, caller, request);
  const memory = await getCachedMemory(app, project.id, request.memoryId);
  const intake = app.openIntake(app, project, memory);
  const outcomes = await writeTexts(app, caller, {
    ...request,
    items: request.items.map((item) => (isForStream(item) ? intake.prepare(item) : item)),
    alongside: (transaction, written) =>
      intake.alongside(transaction, written.map(({ entry }) => entry).filter(isForStream)),
  });
  if (!request.dryRun) app.jobsSignal.notify();
  return outcomes;
}

function isForStream({ kind }: Pick<EntryRow, 'kind'>): boolean {
  return kind === 'OBSERVATION' || kind === 'PLAN';
}

/** The outcome of a call with one text. @throws the item's error */
export function onlyOutcome([written]: readonly (Written | DomainError)[]): Written {
  if (written === undefined) throw new Error('A write had no outcome');
  if (written instanceof DomainError) throw written;
  return written;
}

export type BulkInput = {
  memoryId: string;
  items: readonly WriteInput[];
  source: unknown;
  kind: unknown;
  dryRun: unknown;
};

/** The list of items in the caller's input, for messages of errors. */
const ITEMS = { path: 'input.items', noun: 'items' };

type BulkOptions = {
  list?: typeof ITEMS;
  /** The stored extraction that the texts are from. */
  extractionId?: string | null;
};

/**
 * Writes texts to one memory, with the same outcomes as one call for each text. An invalid item does not affect the
 * others.
 * @throws NOT_FOUND, BAD_USER_INPUT (the call as a whole), EMBEDDING_UNAVAILABLE (nothing was stored)
 */
export async function writeEntries(
  app: App,
  caller: Caller,
  input: BulkInput,
  { list = ITEMS, extractionId = null }: BulkOptions = {},
): Promise<{ results: (Written | DomainError)[]; rules: WriteRules }> {
  const { memoryId, dryRun, ...given } = checkInput(callInput, input);
  requireBulkSize(input.items, list);
  const memory = await getCachedMemory(app, caller.project.id, memoryId);
  const rules = writeRulesFor(app, { project: caller.project, memory }, given);
  const checked = checkEach(input.items, list.path, (raw, path) => {
    const kind = raw.kind ?? input.kind;
    const source = raw.source ?? input.source;
    const item = checkInput(itemInput, { ...raw, kind, source }, path);
    requireOfReflection(caller.project, item, `${path}.metadata`);
    return { ...toWriteItem(memoryId, given, item), extractionId };
  });
  const known = await withKnownSuperseded(app, caller, { memoryId, checked });
  const results = await writeValid(known, (items) =>
    write(app, caller, { memoryId, items, rules: given, dryRun }),
  );
  return { results, rules };
}

/** A checked item with the hash of its request. */
function toWriteItem(
  memoryId: string,
  { duplicateThreshold = null, updateThreshold = null, duplicatePolicy = null }: GivenRules,
  { idempotencyKey = null, ...item }: z.infer<typeof itemInput>,
): WriteItem {
  const { content, kind, source, metadata } = item;
  const rules = { duplicateThreshold, updateThreshold, duplicatePolicy };
  const requestHash = requestHashOf({ ...item, memoryId, ...rules });
  return {
    ...PLAIN_TEXT,
    content,
    kind,
    source,
    metadata,
    context: item.context ?? null,
    occurredAt: item.occurredAt ?? null,
    expiresAt: item.expiresAt ?? null,
    importance: item.importance ?? null,
    supersedes: item.supersedes ?? [],
    idempotencyKey,
    requestHash,
  };
}

/** The items. An item that replaces an entry which is not in the memory becomes the error NOT_FOUND. */
async function withKnownSuperseded(
  app: App,
  { project }: Caller,
  { memoryId, checked }: { memoryId: string; checked: readonly (WriteItem | DomainError)[] },
): Promise<(WriteItem | DomainError)[]> {
  const items = checked.flatMap((item) => (item instanceof DomainError ? [] : [item]));
  const ids = items.flatMap(({ supersedes }) => supersedes);
  if (ids.length === 0) return [...checked];
  const [found, replays] = await Promise.all([
    findById(app, project.id, ids),
    findReplays(app.db, project.id, items),
  ]);
  return checked.map((item) => {
    // A repeated call is answered even if an entry that it replaced was purged.
    if (item instanceof DomainError || replays.has(items.indexOf(item))) return item;
    const lost = item.supersedes.find((id) => found.get(id)?.memoryId !== memoryId);
    return lost === undefined ? item : notInMemory(lost, found.get(lost));
  });
}
