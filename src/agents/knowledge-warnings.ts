import type { MemoryRow } from '../db/rows.ts';
import type { KnowledgeConfig } from '../db/tables/agents.ts';
import { namesMemories } from './knowledge-config.ts';

type MemoryWarningCode = 'MEMORY_DELETED' | 'WRITE_MEMORY_DELETED';

/** A warning of a deleted memory. */
type MemoryWarning = { code: MemoryWarningCode; message: string; memoryId: string };

/** Why an agent does not get all of its configured knowledge. */
export type KnowledgeWarning =
  | MemoryWarning
  | { code: 'REFLECTIONS_WITHOUT_SCOPE'; message: string; memoryId: null };

/** A memory that an agent reads by its id, or writes to; null if it was permanently deleted. */
export type ConfiguredMemory = {
  id: string;
  memory: MemoryRow | null;
  warning: MemoryWarning | null;
};

type MemoryOfWarning = Pick<MemoryRow, 'id' | 'name' | 'deletedAt'>;

/** The ids of the memories that a configuration names, each once. */
export function memoryIdsOf({
  scope,
  writeMemoryId,
}: Pick<KnowledgeConfig, 'scope' | 'writeMemoryId'>): string[] {
  return [...new Set([...scope.memoryIds, ...(writeMemoryId ? [writeMemoryId] : [])])];
}

/**
 * The memories that a configuration names, each once. A deleted memory has a warning; one that the agent both
 * reads and writes to has the warning of the writes.
 */
export function configuredMemories(
  config: KnowledgeConfig,
  found: readonly MemoryRow[],
): ConfiguredMemory[] {
  const rows = new Map(found.map((memory) => [memory.id, memory]));
  const warnings = new Map(
    warningsOf(config, found).map((warning) => [warning.memoryId, warning] as const),
  );
  return memoryIdsOf(config).map((id) => ({
    id,
    memory: rows.get(id) ?? null,
    warning: warnings.get(id) ?? null,
  }));
}

/** The warnings of deleted memories: those of memories to read, then that of the memory to write to. */
export function warningsOf(
  { scope, writeMemoryId }: KnowledgeConfig,
  found: readonly MemoryOfWarning[],
): MemoryWarning[] {
  const rows = new Map(found.map((memory) => [memory.id, memory]));
  const warn = (code: MemoryWarningCode, id: string) => {
    const memory = rows.get(id);
    return memory?.deletedAt === null
      ? []
      : [{ code, message: warningMessage(code, id, memory), memoryId: id }];
  };
  return [
    ...scope.memoryIds.flatMap((id) => warn('MEMORY_DELETED', id)),
    ...(writeMemoryId ? warn('WRITE_MEMORY_DELETED', writeMemoryId) : []),
  ];
}

/** A warning if the configuration uses lessons and its scope names no memories, not even deleted ones. */
export function scopeWarnings({ scope, reflections }: KnowledgeConfig): KnowledgeWarning[] {
  if (!reflections || namesMemories(scope)) return [];
  const message =
    'Lessons are searched in the memories of the scope, which names none: set scope.memoryIds or scope.memoryTags.';
  return [{ code: 'REFLECTIONS_WITHOUT_SCOPE', message, memoryId: null }];
}

function warningMessage(
  code: MemoryWarningCode,
  id: string,
  memory: MemoryOfWarning | undefined,
): string {
  const effect = code === 'MEMORY_DELETED' ? 'it is left out' : 'writes to it fail';
  if (memory === undefined) return `The memory ${id} no longer exists: ${effect}.`;
  return `The memory ${JSON.stringify(memory.name)} is deleted: ${effect} until restoreMemory restores it.`;
}
