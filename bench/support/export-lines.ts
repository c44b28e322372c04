/** The objects of the lines of an export file with usual values, for what a benchmark does not give. */

type Time = Date | string;

type Statement = { text: string; at: Time; metadata?: Record<string, unknown> };

export const statementLine = ({ text, at, metadata = {} }: Statement) => ({
  number: 1,
  text,
  source: 'MANUAL',
  metadata,
  context: null,
  actor: 'root',
  occurredAt: null,
  firstStatedAt: at,
  lastStatedAt: at,
  statedCount: 1,
});

export const memoryLine = (
  own: { id: string; name: string; createdAt: Time } & Record<string, unknown>,
) => ({
  description: null,
  tags: [],
  duplicatePolicy: null,
  duplicateThreshold: null,
  updateThreshold: null,
  maxStatements: null,
  contradictionCheck: false,
  version: 0,
  streamSettings: null,
  streamImportance: 0,
  streamCount: 0,
  lastCycleAt: null,
  coveredThrough: null,
  createdBy: 'root',
  updatedBy: 'root',
  updatedAt: own.createdAt,
  deletedAt: null,
  purgeAt: null,
  cycles: [],
  ...own,
});

type Entry = {
  id: string;
  memoryId: string;
  /** The only statement, in one chunk with this vector. */
  said: Statement;
  embedding: string;
  textHash?: string;
};

/** A fact, with what else the benchmark gives it. */
export const entryLine = (
  { id, memoryId, said, embedding, textHash }: Entry,
  own: Record<string, unknown>,
) => ({
  id,
  memoryId,
  kind: 'FACT',
  source: 'MANUAL',
  statements: [statementLine(said)],
  nextStatement: 2,
  metadata: said.metadata ?? {},
  lesson: null,
  revision: 1,
  utility: 0.5,
  reviewCount: 0,
  importance: 5,
  importanceParts: null,
  depth: 0,
  occurredAt: null,
  lastStatedAt: said.at,
  supersededBy: null,
  supersededAt: null,
  contradictionPending: false,
  expiresAt: null,
  purgeAt: null,
  accessCount: 0,
  lastAccessedAt: null,
  createdBy: 'root',
  updatedBy: 'root',
  createdAt: said.at,
  updatedAt: said.at,
  deletedAt: null,
  revisions: [],
  utilityChanges: [],
  chunks: [
    {
      position: 0,
      statement: 1,
      text: said.text,
      context: null,
      textHash: textHash ?? null,
      embedding,
      occurredAt: said.at,
      knownFrom: said.at,
      knownUntil: null,
    },
  ],
  ...own,
});
