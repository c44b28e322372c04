import type { GraphQLResolveInfo } from 'graphql';
import type { MemoryRow } from '../db/rows.ts';
import { requireFound } from '../errors.ts';
import type { Memory } from '../graphql/generated.ts';
import { selectedFields } from '../selected-fields.ts';

type Loader = { load(name: { projectId: string; id: string }): Promise<MemoryRow | null> };

/** The fields of the schema's `Memory` that change with its entries, and so must be read from the database. */
const CHANGED_BY_WRITES: readonly (keyof Memory)[] = ['entryCount', 'contentBytes', 'stream'];

/**
 * Loads the memory of another object, such as an entry. If the request selects none of the fields that change with the
 * entries, the memory comes from the cache of the process. Its row then lacks the columns that `MemorySettings` leaves
 * out.
 * @throws NOT_FOUND
 */
export async function loadMemory(
  loaders: { memory: Loader; cachedMemory: Loader },
  { projectId, memoryId: id }: { projectId: string; memoryId: string },
  info: GraphQLResolveInfo,
): Promise<MemoryRow> {
  const selected = selectedFields(info);
  const isCurrent = CHANGED_BY_WRITES.some((field) => selected.has(field));
  const loader = isCurrent ? loaders.memory : loaders.cachedMemory;
  return requireFound(await loader.load({ projectId, id }), 'memory', id);
}
