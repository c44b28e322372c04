import { z } from 'zod';
import { ENTRY_KINDS, ENTRY_SOURCES, REVISION_CHANGES } from '../db/tables/entries.ts';
import { DUPLICATE_POLICIES } from '../db/tables/projects.ts';
import { EVIDENCE_ROLES } from '../db/tables/stream.ts';
import { REVIEW_RESULTS } from '../db/tables/traces.ts';
import {
  descriptionInput,
  jsonInput,
  metadataInput,
  nameInput,
  textInput,
  unitInput,
} from '../input.ts';
import { streamSettingsInput } from '../projects/stream-settings.ts';
import {
  actor,
  count,
  idInput,
  importanceParts,
  knowledgeConfig,
  lesson,
  number,
  shortText,
  statement,
  time,
  vector,
  wholeNumber,
} from './values.ts';

/**
 * The lines of an export file, as docs/import-export.md describes them. The keys of a line are the exported
 * columns of its table (`tables.ts`), in the order in which they are written. Lines are parsed strictly:
 * an unknown key is an error. The header of a file of a later version is refused before its lines are read.
 */

export const agentLine = z.strictObject({
  id: idInput('agt'),
  name: nameInput,
  instructions: textInput.nullable(),
  model: shortText.nullable(),
  temperature: number.nullable(),
  maxSteps: count,
  knowledgeConfig,
  createdAt: time,
  updatedAt: time,
});

export const cyclePart = z.strictObject({
  id: idInput('cyc'),
  importance: number,
  observationCount: count,
  through: textInput.nullable(),
  questions: z
    .array(
      z.strictObject({
        question: textInput,
        entryId: textInput.nullable(),
        error: textInput.nullable(),
      }),
    )
    .nullable(),
  inputTokens: count,
  outputTokens: count,
  createdAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
});

export const memoryLine = z.strictObject({
  id: idInput('mem'),
  name: nameInput,
  description: descriptionInput.nullable(),
  tags: z.array(nameInput),
  duplicatePolicy: z.enum(DUPLICATE_POLICIES).nullable(),
  duplicateThreshold: unitInput.nullable(),
  updateThreshold: unitInput.nullable(),
  maxStatements: count.nullable(),
  contradictionCheck: z.boolean(),
  version: count,
  streamSettings: streamSettingsInput,
  streamImportance: number,
  streamCount: count,
  lastCycleAt: time.nullable(),
  coveredThrough: textInput.nullable(),
  createdBy: actor.nullable(),
  updatedBy: actor.nullable(),
  createdAt: time,
  updatedAt: time,
  deletedAt: time.nullable(),
  purgeAt: time.nullable(),
  cycles: z.array(cyclePart),
});

export const revisionPart = z.strictObject({
  number: count,
  numbers: z.array(count),
  changed: z.array(statement),
  relatedIds: z.array(textInput),
  change: z.enum(REVISION_CHANGES),
  similarity: number.nullable(),
  actor,
  createdAt: time,
});

/** An earlier revision of an entry. The newest revision is in the line of the entry. */
export const revisionLine = z.strictObject({ entryId: idInput('me'), ...revisionPart.shape });

export const utilityChangePart = z.strictObject({
  traceId: textInput.nullable(),
  reviewOrder: wholeNumber,
  before: number,
  after: number,
  reward: number,
  baseline: number.nullable(),
  alpha: number,
  createdAt: time,
  supersededAt: time.nullable(),
});

export const chunkPart = z.strictObject({
  position: count,
  statement: count,
  text: textInput,
  context: textInput.nullable(),
  textHash: shortText.nullable(),
  embedding: vector,
  occurredAt: time,
  knownFrom: time,
  knownUntil: time.nullable(),
});

export const entryLine = z.strictObject({
  id: idInput('me'),
  memoryId: idInput('mem'),
  kind: z.enum(ENTRY_KINDS),
  source: z.enum(ENTRY_SOURCES),
  statements: z.array(statement).min(1),
  nextStatement: count,
  metadata: metadataInput,
  lesson: lesson.nullable(),
  revision: count,
  utility: unitInput,
  reviewCount: count,
  importance: number,
  importanceParts: importanceParts.nullable(),
  depth: count,
  occurredAt: time.nullable(),
  lastStatedAt: time,
  supersededBy: textInput.nullable(),
  supersededAt: time.nullable(),
  contradictionPending: z.boolean(),
  expiresAt: time.nullable(),
  purgeAt: time.nullable(),
  accessCount: count,
  lastAccessedAt: time.nullable(),
  createdBy: actor.nullable(),
  updatedBy: actor.nullable(),
  createdAt: time,
  updatedAt: time,
  deletedAt: time.nullable(),
  revisions: z.array(revisionPart),
  utilityChanges: z.array(utilityChangePart),
  /** Only in a file with vectors. */
  chunks: z.array(chunkPart).optional(),
});

export const retrievalPart = z.strictObject({
  entryId: textInput,
  content: textInput,
  rank: count,
  score: number.nullable(),
  used: number.nullable(),
});

export const traceLine = z.strictObject({
  id: idInput('trc'),
  agentId: shortText.nullable(),
  model: shortText.nullable(),
  task: textInput,
  embeddedText: textInput.nullable(),
  trajectory: jsonInput.pipe(z.array(z.unknown())),
  finalResponse: textInput.nullable(),
  toolsUsed: z.array(textInput),
  metadata: metadataInput,
  messageCount: count,
  inputTokens: count.nullable(),
  outputTokens: count.nullable(),
  durationMs: count.nullable(),
  idempotencyKey: shortText.nullable(),
  requestHash: shortText.nullable(),
  reviewResult: z.enum(REVIEW_RESULTS).nullable(),
  reviewReward: unitInput.nullable(),
  reviewFeedback: textInput.nullable(),
  reviewAlpha: number.nullable(),
  reviewOrder: wholeNumber.nullable(),
  reviewBaseline: number.nullable(),
  entryRewards: z.record(textInput, number).nullable(),
  reviewedAt: time.nullable(),
  reviewedBy: actor.nullable(),
  reflectionMemoryId: textInput.nullable(),
  reflectionEntryId: textInput.nullable(),
  /** True if the reflection on the run was requested and is not written yet; omitted otherwise. */
  isReflectionPending: z.literal(true).optional(),
  createdBy: actor.nullable(),
  createdAt: time,
  retrievals: z.array(retrievalPart),
  /** Only in a file with vectors. */
  embedding: vector.optional(),
});

export const evidenceLine = z.strictObject({
  entryId: textInput,
  evidenceId: textInput,
  role: z.enum(EVIDENCE_ROLES),
  position: count,
});

export const statsLine = z.strictObject({
  hour: time,
  memoryId: textInput,
  agentId: textInput,
  traces: count,
  passed: count,
  failed: count,
  rewardSum: number,
  created: count,
  updated: count,
  skipped: count,
  searches: count,
  generations: count,
  inputTokens: wholeNumber,
  outputTokens: wholeNumber,
  searchLatencies: z.array(count),
  generationLatencies: z.array(count),
});

/** The schemas of the lines by kind, in the order of a file: a line comes after the lines that it refers to. */
export const LINES = {
  agent: agentLine,
  memory: memoryLine,
  entry: entryLine,
  revision: revisionLine,
  evidence: evidenceLine,
  trace: traceLine,
  stats: statsLine,
} as const;

export type LineKind = keyof typeof LINES;
export const LINE_KINDS = Object.keys(LINES) as readonly LineKind[];

/** A parsed line of a kind. */
export type Line<Kind extends LineKind> = z.infer<(typeof LINES)[Kind]>;
