import { columnGroups, type SelectedColumns } from '../db/column-groups.ts';
import type { ListedEntry } from '../db/rows.ts';
import { entries, textsOf } from '../db/tables/entries.ts';
import type { Entry } from '../graphql/generated.ts';

export type EntryColumns = SelectedColumns<typeof entries>;

/** Selects the columns that some fields of the schema's `Entry` read. */
export const entryColumns = columnGroups<
  typeof entries,
  Exclude<keyof Entry, '__typename' | keyof ListedEntry>
>(entries, {
  always: ['projectId', 'id', 'memoryId'],
  groups: [
    ['statements'],
    [
      'kind',
      'source',
      'revision',
      'utility',
      'reviewCount',
      'importance',
      'depth',
      'accessCount',
      'supersededBy',
      'createdBy',
      'updatedBy',
    ],
    [
      'createdAt',
      'updatedAt',
      'deletedAt',
      'occurredAt',
      'lastStatedAt',
      'lastAccessedAt',
      'supersededAt',
      'expiresAt',
      'purgeAt',
    ],
    ['metadata', 'lesson', 'importanceParts', 'nextStatement', 'contradictionPending'],
  ],
  computed: { content: { of: 'statements', value: textsOf(entries.statements) } },
  fields: {
    importanceExplained: ['importance', 'importanceParts'],
    version: ['revision'],
    memory: [],
    chunks: [],
    embedding: [],
    evidence: [],
    supports: [],
    supersedes: [],
    revisions: [],
    utilityHistory: [],
  },
});
