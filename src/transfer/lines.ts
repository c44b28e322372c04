import { z } from 'zod';
import {
  CREDIT_RULES,
  DUPLICATE_POLICIES,
  ENTRY_KINDS,
  ENTRY_SOURCES,
  EVIDENCE_ROLES,
  INJECTIONS,
  KNOWLEDGE_RANKINGS,
  LEARNING_RATE_SCHEDULES,
  REVIEW_RESULTS,
  REVISION_CHANGES,
  SEARCH_MODES,
  WRITE_PRESETS,
} from '../db/tables.ts';
import { type IdPrefix, idOfType } from '../ids.ts';
import {
  descriptionInput,
  FIRST_TIME,
  jsonInput,
  LAST_TIME,
  metadataInput,
  nameInput,
  textInput,
  unitInput,
} from '../input.ts';
import { streamSettingsInput } from '../projects/stream-settings.ts';

/**
 * The lines of an export file, as docs/import-export.md describes them. The keys of a line are the exported
 * columns of its table (`tables.ts`), in the order in which they are written. Lines are parsed strictly: a
 * file of a later version is refused by its header, and not half understood.
 */

export const FORMAT = 'lorebase-export';
export const FORMAT_VERSION = 1;

const idInput = (prefix: IdPrefix) =>
  z
    .string()
    .refine((id) => idOfType(id, prefix) !== null, `must be an id that begins with ${prefix}_`);

/** A time in ISO 8601, as text. */
const timeText = z.iso.datetime({ offset: true, error: 'must be a time in ISO 8601' });

const time = timeText
  .transform((text) => new Date(text))
  .refine((date) => date >= FIRST_TIME && date <= LAST_TIME, 'must be from the years 1000 to 9999');

const MAX_INTEGER = 2_147_483_647;
const count = z.number().int().min(0).max(MAX_INTEGER);
const order = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const number = z.number();
const actor = textInput.max(200);
const shortText = textInput.max(1000);

/** Vectors are the Base64 of 32-bit floating-point numbers, little-endian, which is exact. */
const vector = z
  .base64()
  .refine((text) => Buffer.byteLength(text, 'base64') % 4 === 0, 'must hold 32-bit numbers');

const statement = z.strictObject({
  number: count,
  text: textInput,
  source: z.enum(ENTRY_SOURCES),
  metadata: metadataInput,
  context: textInput.nullable(),
  actor: actor.nullable(),
  occurredAt: timeText.nullable(),
  firstStatedAt: timeText,
  lastStatedAt: timeText,
  statedCount: count,
});

const lesson = z.strictObject({
  task: textInput,
  embeddedText: textInput.nullish(),
  outcome: z.enum(REVIEW_RESULTS).nullable(),
  summary: textInput,
  keyMistake: textInput,
  correctAction: textInput,
  applicableTools: z.array(textInput),
  guidance: textInput,
  toolsUsed: z.array(textInput),
  traceId: z.string(),
  shortened: z.boolean(),
});

const importanceParts = z.strictObject({
  source: z.enum(['CALLER', 'MODEL', 'DEFAULT']),
  base: number,
  entity: number,
  feeling: number,
  goal: number,
  pending: z.boolean(),
  context: textInput.nullable(),
});

const knowledgeConfig = z.strictObject({
  scope: z.strictObject({
    memoryIds: z.array(z.string()),
    memoryTags: z.array(textInput),
    kinds: z.array(z.enum(ENTRY_KINDS)).nullish(),
    sources: z.array(z.enum(ENTRY_SOURCES)).nullish(),
    metadata: metadataInput.nullish(),
    occurredAfter: timeText.nullish(),
    occurredBefore: timeText.nullish(),
    createdAfter: timeText.nullish(),
    createdBefore: timeText.nullish(),
    updatedAfter: timeText.nullish(),
    updatedBefore: timeText.nullish(),
    minUtility: unitInput.nullish(),
    maxUtility: unitInput.nullish(),
    reviewed: z.boolean().nullish(),
  }),
  mode: z.enum(SEARCH_MODES),
  minScore: unitInput.nullish(),
  relativeScore: unitInput,
  limit: count,
  tokenBudget: count,
  ranking: z.enum(KNOWLEDGE_RANKINGS),
  lambda: unitInput,
  mmrLambda: unitInput,
  reflections: z.boolean(),
  writeMemoryId: z.string().nullish(),
  injectAs: z.enum(INJECTIONS),
});

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
  through: z.string().nullable(),
  questions: z
    .array(
      z.strictObject({
        question: textInput,
        entryId: z.string().nullable(),
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
  lastReflectionAt: time.nullable(),
  reflectedThrough: z.string().nullable(),
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
  relatedIds: z.array(z.string()),
  change: z.enum(REVISION_CHANGES),
  similarity: number.nullable(),
  actor,
  createdAt: time,
});

export const utilityChangePart = z.strictObject({
  traceId: z.string().nullable(),
  reviewOrder: order,
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
  supersededBy: z.string().nullable(),
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
  entryId: z.string(),
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
  reviewOrder: order.nullable(),
  reviewBaseline: number.nullable(),
  entryRewards: z.record(z.string(), number).nullable(),
  reviewedAt: time.nullable(),
  reviewedBy: actor.nullable(),
  reflectionMemoryId: z.string().nullable(),
  reflectionEntryId: z.string().nullable(),
  createdBy: actor.nullable(),
  createdAt: time,
  retrievals: z.array(retrievalPart),
  /** Only in a file with vectors. */
  embedding: vector.optional(),
});

export const evidenceLine = z.strictObject({
  entryId: z.string(),
  evidenceId: z.string(),
  role: z.enum(EVIDENCE_ROLES),
  position: count,
});

export const statsLine = z.strictObject({
  hour: time,
  memoryId: z.string(),
  agentId: z.string(),
  traces: count,
  passed: count,
  failed: count,
  rewardSum: number,
  created: count,
  merged: count,
  skipped: count,
  searches: count,
  generations: count,
  inputTokens: order,
  outputTokens: order,
  searchLatencies: z.array(count),
  generationLatencies: z.array(count),
});

/** The lines, by their kind, in the order in which a file has them: each after those that it refers to. */
export const LINES = {
  agent: agentLine,
  memory: memoryLine,
  entry: entryLine,
  evidence: evidenceLine,
  trace: traceLine,
  stats: statsLine,
} as const;

export type LineKind = keyof typeof LINES;
export const LINE_KINDS = Object.keys(LINES) as readonly LineKind[];

/** A parsed line of a kind. */
export type Line<Kind extends LineKind> = z.infer<(typeof LINES)[Kind]>;

/** The project's own settings, as `updateProject` takes them. Its model is the header's `space`. */
export const projectSettings = z.strictObject({
  writePreset: z.enum(WRITE_PRESETS).nullable(),
  duplicatePolicy: z.enum(DUPLICATE_POLICIES).nullable(),
  duplicateThreshold: unitInput.nullable(),
  updateThreshold: unitInput.nullable(),
  maxStatements: count.nullable(),
  creditRule: z.enum(CREDIT_RULES).nullable(),
  requiredMetadataKey: shortText.nullable(),
  learningRate: unitInput.nullable(),
  learningRateFloor: unitInput.nullable(),
  streamSettings: streamSettingsInput,
  learningRateSchedule: z.enum(LEARNING_RATE_SCHEDULES),
  similarityThreshold: unitInput.nullable(),
  traceRetentionDays: count.nullable(),
});

const counts = z.strictObject({
  agent: order,
  memory: order,
  entry: order,
  evidence: order,
  trace: order,
  stats: order,
});

/** The first line of a file. */
export const headerLine = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** The version of the server, and the number of migrations of its database. */
  server: shortText,
  schema: count,
  exportedAt: timeText,
  project: z.strictObject({ id: idInput('prj'), name: nameInput, settings: projectSettings }),
  space: z.strictObject({ model: shortText, dimensions: count }),
  vectors: z.boolean(),
  /** Numbers of lines by kind. */
  counts,
});

export type Header = z.infer<typeof headerLine>;

/** The last line of a file, by which a file that was cut off is recognized. */
export const endLine = z.strictObject({ end: z.strictObject({ lines: order }) });
