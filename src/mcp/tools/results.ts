import { z } from 'zod';

/** Shapes of answers that several tools share, and what they show of them. */

/** The selection of `SearchResult` in documents. */
export const RESULT_FIELDS = `
  score similarity utility
  entry { id kind memory { name } lesson { outcome guidance } supersededBy { id } }
  matches { statement { text } occurredAt }`;

export const resultShape = z.object({
  score: z.number(),
  similarity: z.number().nullable(),
  utility: z.number(),
  entry: z.object({
    id: z.string(),
    kind: z.string(),
    memory: z.object({ name: z.string() }),
    lesson: z.object({ outcome: z.string().nullable(), guidance: z.string() }).nullable(),
    supersededBy: z.object({ id: z.string() }).nullable(),
  }),
  matches: z.array(z.object({ statement: z.object({ text: z.string() }), occurredAt: z.string() })),
});

const foundEntry = z.object({
  entryId: z.string().describe('The id, as other tools take it.'),
  memory: z.string().describe('The name of the memory.'),
  kind: z.string().describe('FACT, OBSERVATION, PLAN, INSIGHT or REFLECTION.'),
  statements: z
    .array(z.object({ text: z.string(), date: z.string() }))
    .describe('What matches the query, each with the time of what it says.'),
  score: z.number().describe('The value by which results are ranked; higher is better.'),
  utility: z
    .number()
    .describe('0 to 1: how runs that used the entry ended; 0.5 if none was reviewed.'),
  supersededBy: z.string().nullable().describe('The id of the entry that replaced this one.'),
});

/** The answer of a search. */
export const foundEntries = z.object({
  results: z.array(foundEntry).describe('Best first.'),
});

export function shownResult({ score, utility, entry, matches }: z.infer<typeof resultShape>) {
  return {
    entryId: entry.id,
    memory: entry.memory.name,
    kind: entry.kind,
    statements: matches.map(({ statement, occurredAt }) => ({
      text: statement.text,
      date: occurredAt,
    })),
    score: rounded(score),
    utility: rounded(utility),
    supersededBy: entry.supersededBy?.id ?? null,
  };
}

/** A reflection, with the result of its run. */
export const foundReflection = foundEntry.extend({
  outcome: z.string().nullable().describe('PASS or FAIL: how the run of the lesson ended.'),
  guidance: z.string().describe('The strategy that the lesson recommends.'),
});

export function shownReflection(result: z.infer<typeof resultShape>) {
  const { outcome = null, guidance = '' } = result.entry.lesson ?? {};
  return { ...shownResult(result), outcome, guidance };
}

/** The selection of `Entry` in documents that change one. */
export const ENTRY_FIELDS = 'id kind content version memory { id name }';

export const entryShape = z.object({
  id: z.string(),
  kind: z.string(),
  content: z.string(),
  version: z.number(),
  memory: z.object({ id: z.string(), name: z.string() }),
});

export const changedEntry = z.object({
  entryId: z.string(),
  memory: z.string().describe('The name of the memory.'),
  kind: z.string(),
  content: z.string().describe('The whole text of the entry.'),
  version: z
    .number()
    .int()
    .describe('Pass it as ifVersion to change the entry only if it is unchanged.'),
});

export function shownEntry({ id, memory, kind, content, version }: z.infer<typeof entryShape>) {
  return { entryId: id, memory: memory.name, kind, content, version };
}

/** A value with three decimals, which is enough for a model. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
