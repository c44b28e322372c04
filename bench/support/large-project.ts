import { TypeID } from 'typeid-js';
import { entryLine, memoryLine } from './export-lines.ts';

/** The lines of an export file of a project of a given size, with vectors, so that its import calls no model. */

export type Size = { entries: number; traces: number; memories: number };

const DIMENSIONS = 384;
const DAY_MS = 86_400_000;
const DAYS = 60;

/** A deterministic number in 0..1. */
const noise = (seed: number) => {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
};

const id = (prefix: string, order: number, time: Date): string => {
  const head = time.getTime().toString(16).padStart(12, '0');
  const tail = order.toString(16).padStart(15, '0');
  const digits = `${head}70008${tail}`;
  const uuid = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return TypeID.fromUUID(prefix, uuid).toString();
};

const timeOf = (share: number, end: number) => new Date(end - (1 - share) * DAYS * DAY_MS);

function vectorOf(seed: number): string {
  const numbers = Float32Array.from({ length: DIMENSIONS }, (_, i) => noise(seed * 31 + i) - 0.5);
  const length = Math.hypot(...numbers);
  const scaled = numbers.map((value) => value / length);
  return Buffer.from(scaled.buffer).toString('base64');
}

/** The lines behind the header, from the first memory to the end. */
export function* linesOf({ entries, traces, memories }: Size): Generator<string> {
  const end = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const memoryIds = Array.from({ length: memories }, (_, i) => id('mem', i, timeOf(0, end)));
  const line = (kind: string, value: unknown) => JSON.stringify({ [kind]: value });
  for (const [i, memoryId] of memoryIds.entries()) yield line('memory', memoryOf(memoryId, i, end));
  for (let i = 0; i < entries; i += 1) {
    const memoryId = memoryIds[i % memories] ?? '';
    yield line('entry', entryOf({ i, memoryId, time: timeOf(i / entries, end) }));
  }
  for (let i = 0; i < traces; i += 1) yield line('trace', traceOf(i, timeOf(i / traces, end)));
  const hours = DAYS * 24;
  for (let i = 0; i < hours; i += 1) {
    const hour = new Date(end - (hours - i) * 3_600_000);
    yield line('stats', statsOf(hour, { entries: entries / hours, traces: traces / hours }));
  }
}

/** The header of a file with these lines. */
export function headerOf(size: Size, exported: string): string {
  const header = JSON.parse(exported) as Record<string, unknown>;
  const { entries: entry, traces: trace, memories: memory } = size;
  const counts = { agent: 0, memory, entry, evidence: 0, trace, stats: DAYS * 24 };
  return JSON.stringify({ ...header, vectors: true, counts });
}

function memoryOf(memoryId: string, i: number, end: number) {
  return memoryLine({
    id: memoryId,
    name: `Customer ${i + 1}`,
    description: `What is known of customer ${i + 1}`,
    tags: ['crm', `customer/${i + 1}`],
    version: 1,
    streamSettings: {},
    createdAt: timeOf(0, end),
  });
}

function entryOf({ i, memoryId, time }: { i: number; memoryId: string; time: Date }) {
  const text = `Delivery ${i} of route ${Math.floor(noise(i) * 900)} arrives at gate ${i % 40}.`;
  const said = { text, at: time, metadata: { gate: i % 40 } };
  const isReviewed = i % 3 === 0;
  return entryLine(
    { id: id('me', i, time), memoryId, said, embedding: vectorOf(i + 1) },
    { utility: isReviewed ? noise(i + 0.5) : 0.5, reviewCount: isReviewed ? 1 : 0 },
  );
}

function traceOf(i: number, createdAt: Date) {
  const isReviewed = i % 5 !== 0;
  const hasPassed = noise(i) < 0.78;
  return {
    id: id('trc', i, createdAt),
    agentId: `Agent ${i % 6}`,
    model: 'small-assistant-2',
    task: `Answer question ${i} of a customer`,
    embeddedText: null,
    trajectory: [
      { role: 'user', content: `Where is delivery ${i}?` },
      { role: 'assistant', content: `At gate ${i % 40}.` },
    ],
    finalResponse: `At gate ${i % 40}.`,
    toolsUsed: [],
    metadata: {},
    messageCount: 2,
    inputTokens: 400 + (i % 300),
    outputTokens: 60 + (i % 50),
    durationMs: 900 + (i % 1500),
    idempotencyKey: null,
    requestHash: null,
    reviewResult: isReviewed ? (hasPassed ? 'PASS' : 'FAIL') : null,
    reviewReward: isReviewed ? Number(hasPassed) : null,
    reviewFeedback: null,
    reviewAlpha: null,
    reviewOrder: isReviewed ? i + 1 : null,
    reviewBaseline: null,
    entryRewards: null,
    reviewedAt: isReviewed ? createdAt : null,
    reviewedBy: isReviewed ? 'root' : null,
    reflectionMemoryId: null,
    reflectionEntryId: null,
    createdBy: 'root',
    createdAt,
    retrievals: [],
    embedding: vectorOf(-i - 1),
  };
}

function statsOf(hour: Date, { entries, traces }: { entries: number; traces: number }) {
  const passed = Math.round(traces * 0.6);
  return {
    hour,
    memoryId: '',
    agentId: '',
    traces: Math.round(traces),
    passed,
    failed: Math.round(traces * 0.2),
    rewardSum: passed,
    created: Math.round(entries),
    updated: Math.round(entries / 8),
    skipped: Math.round(entries / 15),
    searches: Math.round(traces * 2),
    generations: 0,
    inputTokens: Math.round(traces * 550),
    outputTokens: Math.round(traces * 85),
    searchLatencies: [],
    generationLatencies: [],
  };
}
