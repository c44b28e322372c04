import { columnGroups, type SelectedColumns } from '../db/column-groups.ts';
import type { MemoryRow } from '../db/rows.ts';
import { memories } from '../db/tables/memories.ts';
import type { Memory } from '../graphql/generated.ts';

export type MemoryColumns = SelectedColumns<typeof memories>;

/** Returns the columns that the given fields of the schema's `Memory` need. */
export const memoryColumns = columnGroups<
  typeof memories,
  Exclude<keyof Memory, '__typename' | keyof MemoryRow>
>(memories, {
  always: ['projectId', 'id', 'name', 'tags', 'entryCount'],
  groups: [
    ['description', 'contentBytes', 'version', 'createdBy', 'updatedBy'],
    ['createdAt', 'updatedAt', 'deletedAt', 'purgeAt'],
    [
      'duplicatePolicy',
      'duplicateThreshold',
      'updateThreshold',
      'maxStatements',
      'contradictionCheck',
      'chunkCount',
      'streamSettings',
      'streamImportance',
      'streamCount',
      'lastCycleAt',
      'coveredThrough',
    ],
  ],
  fields: {
    project: [],
    summary: [],
    agents: [],
    entries: [],
    insightCycles: [],
    // The resolver adds the settings of the project, which it reads separately.
    stream: ['streamSettings'],
  },
});
