import { createHash } from 'node:crypto';
import { fromUUIDBytes, toUUIDBytes } from 'typeid-js';
import type { Database } from '../db/database.ts';
import { prefixOf } from '../ids.ts';
import { isKnownPrefix, type KnownPrefix, selectOwn, selectTaken } from './import-queries.ts';
import type { LineKind } from './lines.ts';
import type { Row } from './tables.ts';

/**
 * The columns of each line whose ids refer to objects of the file. Ids in texts, metadata and messages are content,
 * which an import does not change.
 */
const REFERENCES: Readonly<Record<LineKind, readonly string[]>> = {
  agent: ['id', 'knowledgeConfig'],
  memory: ['id', 'reflectedThrough', 'cycles'],
  entry: ['id', 'memoryId', 'lesson', 'supersededBy', 'revisions', 'utilityChanges'],
  evidence: ['entryId', 'evidenceId'],
  trace: ['id', 'agentId', 'entryRewards', 'reflectionMemoryId', 'reflectionEntryId', 'retrievals'],
  stats: ['memoryId', 'agentId'],
};

/** Fields of the referring columns that are texts or metadata. */
const CONTENT = new Set(['metadata', 'changed', 'content', 'question', 'error', 'task']);

/** The id under which each id of a file is stored in the project. */
export type Ids = ReadonlyMap<string, string>;

/** A copy of the line with `change` applied to each id in it. */
function mapIds(
  kind: LineKind,
  line: Row,
  change: (id: string, prefix: KnownPrefix) => string,
): Row {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') {
      // The regular expression rejects most texts before the expensive check.
      const prefix = /^(agt|mem|me|trc|cyc)_[0-9a-z]{26}$/.test(value) ? prefixOf(value) : null;
      return isKnownPrefix(prefix) ? change(value, prefix) : value;
    }
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) =>
        CONTENT.has(key) ? [key, item] : [String(walk(key)), walk(item)],
      ),
    );
  };
  const changed = REFERENCES[kind].filter((column) => column in line);
  return { ...line, ...Object.fromEntries(changed.map((column) => [column, walk(line[column])])) };
}

/** The line with the ids that the project has for those of the file. */
export function withIds(kind: LineKind, line: Row, ids: Ids): Row {
  return mapIds(kind, line, (id) => ids.get(id) ?? id);
}

/**
 * Decides under which ids the project stores the objects that the lines contain or refer to: under their own,
 * unless another project of the server has them. The other id is derived from the project and the id, so that every
 * import of the file, and every reference, finds the same one.
 */
export async function chooseIds(
  db: Database,
  projectId: string,
  lines: readonly { kind: LineKind; line: Row }[],
): Promise<Ids> {
  const found = new Map<KnownPrefix, Set<string>>();
  for (const { kind, line } of lines) {
    mapIds(kind, line, (id, prefix) => {
      found.set(prefix, (found.get(prefix) ?? new Set()).add(id));
      return id;
    });
  }
  const chosen = new Map<string, string>();
  for (const [prefix, ids] of found) {
    const others = new Map([...ids].map((id) => [id, otherId(projectId, id, prefix)]));
    const own = await selectOwn(db, projectId, { prefix, ids: [...ids, ...others.values()] });
    const unknown = [...ids].filter((id) => !own.has(id) && !own.has(others.get(id) ?? ''));
    const taken =
      unknown.length === 0 ? new Set() : await selectTaken(db, projectId, { prefix, ids: unknown });
    for (const [id, other] of others) {
      const isOther = own.has(other) || (!own.has(id) && taken.has(id));
      chosen.set(id, isOther ? other : id);
    }
  }
  return chosen;
}

/** Bytes of a UUIDv7 that are its time, by which ids sort. */
const TIME_BYTES = 6;

/** An id that the project and the id determine, with the same time. */
function otherId(projectId: string, id: string, prefix: KnownPrefix): string {
  const bytes = toUUIDBytes(id as Parameters<typeof toUUIDBytes>[0]);
  const digest = createHash('sha256').update(`${projectId} ${id}`).digest();
  const made = Uint8Array.from(bytes, (byte, i) => (i < TIME_BYTES ? byte : (digest[i] ?? 0)));
  made[6] = 0x70 | ((made[6] ?? 0) & 0x0f);
  made[8] = 0x80 | ((made[8] ?? 0) & 0x3f);
  return fromUUIDBytes(prefix, made);
}
