import { z } from 'zod';
import {
  CREDIT_RULES,
  DUPLICATE_POLICIES,
  LEARNING_RATE_SCHEDULES,
  WRITE_PRESETS,
} from '../db/tables/projects.ts';
import { nameInput, unitInput } from '../input.ts';
import { streamSettingsInput } from '../projects/stream-settings.ts';
import { count, idInput, shortText, timeText, wholeNumber } from './values.ts';

/** The version of an export file, its first line and its last line (docs/import-export.md). */

export const FORMAT = 'lorebase-export';
export const FORMAT_VERSION = 2;

/**
 * The oldest version that an import accepts. In it, the line of an entry has all of its revisions; later versions have
 * a line for each earlier revision.
 */
export const FIRST_FORMAT_VERSION = 1;

/** The project's own settings, in the form of the input of `updateProject`. The model is in `space` of the header. */
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
  agent: wholeNumber,
  memory: wholeNumber,
  entry: wholeNumber,
  /** Missing in files of version 1. */
  revision: wholeNumber.default(0),
  evidence: wholeNumber,
  trace: wholeNumber,
  stats: wholeNumber,
});

/** The first line of a file. */
export const headerLine = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal([FIRST_FORMAT_VERSION, FORMAT_VERSION]),
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

/** The last line of a file. A file without it was cut off. */
export const endLine = z.strictObject({ end: z.strictObject({ lines: wholeNumber }) });

export type EndLine = z.infer<typeof endLine>;
