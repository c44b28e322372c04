import { z } from 'zod';
import { INJECTIONS, KNOWLEDGE_RANKINGS } from '../db/tables/agents.ts';
import { ENTRY_KINDS, ENTRY_SOURCES } from '../db/tables/entries.ts';
import { SEARCH_MODES } from '../db/tables/stream-settings.ts';
import { REVIEW_RESULTS } from '../db/tables/traces.ts';
import { type IdPrefix, idOfType } from '../ids.ts';
import { FIRST_TIME, LAST_TIME, metadataInput, textInput, unitInput } from '../input.ts';
import { TOKEN_ACTOR } from '../projects/viewer.ts';

/** The values of the lines of an export file. */

export const idInput = (prefix: IdPrefix) =>
  z
    .string()
    .refine((id) => idOfType(id, prefix) !== null, `must be an id that begins with ${prefix}_`);

/** A time in ISO 8601, as text. */
export const timeText = z.iso.datetime({ offset: true, error: 'must be a time in ISO 8601' });

export const time = timeText
  .transform((text) => new Date(text))
  .refine((date) => date >= FIRST_TIME && date <= LAST_TIME, 'must be from the years 1000 to 9999');

const MAX_INTEGER = 2_147_483_647;
export const count = z.number().int().min(0).max(MAX_INTEGER);
export const wholeNumber = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
export const number = z.number();

/** The longest actor is the caller with an OAuth token, whose subject has up to 200 characters. */
export const actor = textInput.max(TOKEN_ACTOR.length + 200);

export const shortText = textInput.max(1000);

/** Vectors are the Base64 of 32-bit floating-point numbers, little-endian, which is exact. */
export const vector = z
  .base64()
  .refine((text) => Buffer.byteLength(text, 'base64') % 4 === 0, 'must hold 32-bit numbers');

export const statement = z.strictObject({
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

export const lesson = z.strictObject({
  task: textInput,
  embeddedText: textInput.nullish(),
  outcome: z.enum(REVIEW_RESULTS).nullable(),
  summary: textInput,
  keyMistake: textInput,
  correctAction: textInput,
  applicableTools: z.array(textInput),
  guidance: textInput,
  toolsUsed: z.array(textInput),
  traceId: textInput,
  shortened: z.boolean(),
});

export const importanceParts = z.strictObject({
  source: z.enum(['CALLER', 'MODEL', 'DEFAULT']),
  base: number,
  entity: number,
  feeling: number,
  goal: number,
  pending: z.boolean(),
  context: textInput.nullable(),
});

export const knowledgeConfig = z.strictObject({
  scope: z.strictObject({
    memoryIds: z.array(textInput),
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
    outcomes: z.array(z.enum(REVIEW_RESULTS)).nullish(),
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
  writeMemoryId: textInput.nullish(),
  injectAs: z.enum(INJECTIONS),
});
