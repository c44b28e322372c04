import { z } from 'zod';

/** Shapes of answers that several tools share, and what they show of them. */

/** The selection of `SearchResult` in documents. */
export const RESULT_FIELDS = `
  score similarity utility
  entry {
    id kind memory { name } lesson { task outcome keyMistake correctAction applicableTools guidance } supersededBy { id } statements { number text }
  }
  matches { statement { number text lastStatedAt } occurredAt }
  chunk { text }`;

const statementShape = z.object({ number: z.number().int(), text: z.string() });

const lessonShape = z.object({
  task: z.string().describe('The task of the run.'),
  outcome: z.string().nullable().describe('PASS or FAIL: how the run of the lesson ended.'),
  keyMistake: z.string().describe('The mistake that caused a FAIL, or an empty text.'),
  correctAction: z.string().describe('The right action for the task, or an empty text.'),
  applicableTools: z.array(z.string()).describe('Names of the tools that the lesson is about.'),
  guidance: z.string().describe('The strategy that the lesson recommends.'),
});

export const resultShape = z.object({
  score: z.number(),
  similarity: z.number().nullable(),
  utility: z.number(),
  entry: z.object({
    id: z.string(),
    kind: z.string(),
    memory: z.object({ name: z.string() }),
    lesson: lessonShape.nullable(),
    supersededBy: z.object({ id: z.string() }).nullable(),
    statements: z.array(statementShape),
  }),
  matches: z.array(
    z.object({
      statement: statementShape.extend({ lastStatedAt: z.string() }),
      occurredAt: z.string(),
    }),
  ),
  chunk: z.object({ text: z.string() }),
});

type Found = z.infer<typeof resultShape>;

/** Longest text of a statement that does not match the query, in characters. */
const SHOWN_CHARACTERS = 500;

/** Longest text of a statement that matches the query, in characters. Ten of them are about 5,000 tokens. */
const MATCH_CHARACTERS = 2000;

const numberField = z.number().int().describe('Identifies the statement in the entry.');

export const foundEntry = z.object({
  entryId: z.string().describe('The id, as other tools take it.'),
  memory: z.string().describe('The name of the memory.'),
  kind: z.string().describe('FACT, OBSERVATION, PLAN, INSIGHT or REFLECTION.'),
  statements: z
    .array(z.object({ number: numberField, text: z.string(), date: z.string() }))
    .describe(
      'What matches the query, with the time of what it says. Several are in the order in which they were said last, ' +
        'with that time: if they contradict each other, the last one holds. Without wholeTexts, a text of more than ' +
        `${MATCH_CHARACTERS} characters is cut to the part that matches best, with "…" where it is cut.`,
    ),
  otherStatements: z
    .array(z.object({ number: numberField, text: z.string() }))
    .describe(
      'What the entry says besides. A change of the entry, its deletion and its replacement affect these statements as ' +
        `well. A text of more than ${SHOWN_CHARACTERS} characters is cut, and then ends with "…".`,
    ),
  score: z.number().describe('The value by which results are ranked; higher is better.'),
  utility: z
    .number()
    .describe('0 to 1: how runs that used the entry ended; 0.5 if none was reviewed.'),
  supersededBy: z.string().nullable().describe('The id of the entry that replaced this one.'),
});

/** `wholeTexts` shows the matching statements whole, however long they are. */
export function searchResultForTool(
  { score, utility, entry, matches, chunk }: Found,
  { wholeTexts }: { wholeTexts: boolean },
) {
  const matching = new Set(matches.map(({ statement }) => statement.number));
  const others = entry.statements.filter(({ number }) => !matching.has(number));
  return {
    entryId: entry.id,
    memory: entry.memory.name,
    kind: entry.kind,
    statements: shownMatches(matches).map(({ text, ...statement }) => ({
      ...statement,
      text: wholeTexts ? text : partAround(text, chunk.text),
    })),
    otherStatements: others.map(({ number, text }) => ({ number, text: shortened(text) })),
    score: rounded(score),
    utility: rounded(utility),
    supersededBy: entry.supersededBy?.id ?? null,
  };
}

/** The matching statements. Several are in the order in which they were said last, each with that time. */
function shownMatches(matches: Found['matches']) {
  const isOne = matches.length === 1;
  return matches
    .toSorted((one, other) => lastTime(one) - lastTime(other))
    .map(({ statement: { number, text, lastStatedAt }, occurredAt }) => ({
      number,
      text,
      date: isOne ? occurredAt : lastStatedAt,
    }));
}

function lastTime({ statement }: Found['matches'][number]): number {
  return Date.parse(statement.lastStatedAt);
}

/** The part of a long text that has the chunk in its middle; the beginning of a text without the chunk. */
function partAround(text: string, chunk: string): string {
  if (text.length <= MATCH_CHARACTERS) return text;
  const middle = Math.max(0, text.indexOf(chunk)) + chunk.length / 2;
  const last = text.length - MATCH_CHARACTERS;
  const start = Math.round(Math.min(Math.max(0, middle - MATCH_CHARACTERS / 2), last));
  const part = text.slice(start, start + MATCH_CHARACTERS).toWellFormed();
  return `${start > 0 ? '…' : ''}${part}${start < last ? '…' : ''}`;
}

/** The beginning of a text that is long. */
export function shortened(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  // The cut can leave half of a character.
  return `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`;
}

/** A reflection, with what its lesson says. */
export const foundReflection = foundEntry.extend(lessonShape.shape);

const NO_LESSON: z.infer<typeof lessonShape> = {
  task: '',
  outcome: null,
  keyMistake: '',
  correctAction: '',
  applicableTools: [],
  guidance: '',
};

export function shownReflection(result: Found) {
  const shown = searchResultForTool(result, { wholeTexts: false });
  return { ...shown, ...(result.entry.lesson ?? NO_LESSON) };
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
